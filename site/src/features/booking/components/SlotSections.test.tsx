import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { startTranslation } from "@/i18n/setup";
import { aGroup } from "@/testing/builders";
import { SlotSections } from "./SlotSections";

it("distinguishes two private rooms of the same name by their differences", async () => {
  await startTranslation("en");
  const inventory_group = { title: "Room", custom_guests_count_label: null };
  const privateRoom = { display_title: "Room 17:30–", inventory_group };
  const dinner = [
    aGroup({ ...privateRoom, id: 1, guests_count_option_values: [2] }),
    aGroup({ ...privateRoom, id: 2, guests_count_option_values: [3, 4] }),
    aGroup({ id: 3, display_title: "Counter 17:30–" }),
  ];
  render(
    <SlotSections
      grouped={{ lunch: [], dinner, takeaway: [] }}
      deliveryOnly={false}
      selection={null}
      onGroup={() => undefined}
      onChange={() => undefined}
    />,
  );
  expect(screen.getByRole("radio", { name: /^Room .*2 guests/ })).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Room .*3–4 guests/ })).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Counter/ })).not.toHaveAccessibleName(/guest/);
});
