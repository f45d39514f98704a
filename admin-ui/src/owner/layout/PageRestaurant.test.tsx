import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { PageRestaurant } from "./PageRestaurant";

const RESTAURANTS = [
  { slug: "sushi-kagura", restaurant_name: "鮨かぐら", is_current: true },
  { slug: "tempura-soon", restaurant_name: "天ぷらすーん", is_current: false },
];

async function open(restaurants: typeof RESTAURANTS): Promise<void> {
  vi.spyOn(api, "useSession").mockReturnValue({ restaurant: RESTAURANTS[0], restaurants } as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <PageRestaurant />
    </CoreAdminContext>,
  );
}

beforeEach(() => vi.restoreAllMocks());

// F111
it("reloads the page for another restaurant with restaurant_slug", async () => {
  const assign = vi.spyOn(api.browser, "assign").mockImplementation(() => undefined);
  window.history.replaceState(null, "", "/owners/reports?by=week");
  await open(RESTAURANTS);
  fireEvent.change(screen.getByLabelText("この画面のお店"), { target: { value: "tempura-soon" } });
  expect(assign).toHaveBeenCalledWith("/owners/reports?restaurant_slug=tempura-soon");
});

it("is absent for staff of one restaurant", async () => {
  await open(RESTAURANTS.slice(0, 1));
  expect(screen.queryByRole("combobox")).toBeNull();
});
