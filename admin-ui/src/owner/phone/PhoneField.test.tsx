import { useState } from "react";
import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { PhoneField } from "./PhoneField";
import type { Phone } from "./model";
import { noPhone } from "./model";

const COUNTRIES = [
  { code: "JP", dial_code: "81" },
  { code: "GB", dial_code: "44" },
];

function Page({ start, onChange }: { start: Phone; onChange: (phone: Phone) => void }) {
  const [phone, setPhone] = useState(start);
  const change = (next: Phone) => {
    setPhone(next);
    onChange(next);
  };
  return <PhoneField label="phone" abroadLabel="abroad" value={phone} onChange={change} />;
}

async function open(start: Phone = noPhone) {
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "en" } as never);
  vi.spyOn(api, "send").mockResolvedValue(COUNTRIES as never);
  const onChange = vi.fn<(phone: Phone) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("en")} queryClient={new QueryClient()}>
      <Page start={start} onChange={onChange} />
    </CoreAdminContext>,
  );
  return { user: userEvent.setup(), field: screen.getByRole("textbox", { name: "phone" }), onChange };
}

it("takes the country from a typed code, and shows the code until the field is left", async () => {
  const { user, field, onChange } = await open();
  await user.type(field, "+44 20 7946 0958");
  expect(field).toHaveValue("+44 20 7946 0958");
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ country: "GB", digits: "2079460958" }));
  await user.tab();
  expect(field).toHaveValue("2079460958");
  expect(screen.getByRole("combobox")).toHaveDisplayValue("United Kingdom (+44)");
  await user.clear(field);
  await user.type(field, "+81 90-1234-5678");
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ country: "JP", digits: "9012345678" }));
  expect(screen.getByRole("checkbox", { name: "abroad" })).not.toBeChecked();
});

it("takes the country of a number that comes from a search", async () => {
  const { onChange } = await open({ country: "JP", digits: "+442079460958" });
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ country: "GB", digits: "2079460958" }));
});

it("keeps a text that is no number", async () => {
  const { user, field, onChange } = await open();
  await user.click(field);
  await user.paste("090-1234-5678 ext. 5");
  await user.tab();
  expect(field).toHaveValue("090-1234-5678 ext. 5");
  expect(onChange).toHaveBeenLastCalledWith({ country: "JP", digits: "090-1234-5678 ext. 5" });
});
