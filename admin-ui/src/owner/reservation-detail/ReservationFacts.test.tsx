import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import { ReservationFacts } from "./ReservationFacts";

const INVITATION = {
  status: "pending",
  customer_tags: [],
  formated_preferences: [],
  inventory_items: [],
  inventory_group: { title: "カウンター" },
  customer_fullname_kana: "",
  display_phone_number: "",
  email: null,
  customer_uid: null,
  delivery: null,
  date: "2026-12-08",
  invite_sent_at: null,
};

it.each([
  ["2026-12-01T10:05:00+09:00", 1],
  [null, 0],
])("shows in red that an invitation could not be delivered (%s)", async (invite_undelivered_at, notices) => {
  const page = { locale: "ja", session: { restaurant: { time_zone: "Asia/Tokyo" } } };
  vi.spyOn(navigation, "usePage").mockReturnValue(page as never);
  const reservation = { ...INVITATION, invite_undelivered_at } as unknown as Schemas["ReservationDetail"];
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <ReservationFacts reservation={reservation} />
    </CoreAdminContext>,
  );
  expect(screen.queryAllByText(/お届けできませんでした（2026年12月01日 10:05）/)).toHaveLength(notices);
});
