import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { hitOf } from "@/owner/customers/testing/hit";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { CustomerSearch } from "./CustomerSearch";
import type { ChosenCustomer } from "../bookings/chosen-customer";

it("shows what staff must know of each guest before the choice", async () => {
  const known = hitOf({
    uid: "a",
    display_fullname: "高橋 一郎",
    kana: "タカハシ イチロウ",
    label: "常連",
    allergy_description: "えび\nそば",
    has_allergy: true,
    tags: [{ tag: "vip", label: "VIP" }],
    visit_count: 3,
    display_phone_number: "09055550102",
  });
  const namesake = hitOf({ uid: "b", display_fullname: "高橋 一郎", is_blacklisted: true, no_show_count: 2 });
  vi.spyOn(api, "useSession").mockReturnValue({ features: {} } as never);
  vi.spyOn(api, "send").mockResolvedValue({ data: [known, namesake] } as never);
  const onChoose = vi.fn<(customer: ChosenCustomer) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <CustomerSearch typed="たかはし" onType={() => undefined} onChoose={onChoose} onNew={() => undefined} />
    </CoreAdminContext>,
  );
  const first = await screen.findByRole("option", { name: /（タカハシ イチロウ）.*アレルギー：えび、そば.*VIP/ });
  expect(screen.getByRole("option", { name: /高橋 一郎.*ブラックリスト.*無断2回/ })).toBeInTheDocument();
  fireEvent.click(first);
  expect(onChoose).toHaveBeenCalledWith({
    uid: "a",
    type: "OfflineCustomer",
    name: "高橋 一郎",
    group: "常連",
    visits: 3,
    phone: "09055550102",
    email: "",
    isBlacklisted: false,
    hasAllergy: true,
    isKnown: false,
    isInvited: false,
  });
});
