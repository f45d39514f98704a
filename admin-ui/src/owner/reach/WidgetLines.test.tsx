import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import * as navigation from "@/owner/navigation";
import { WidgetLines } from "./WidgetLines";

/** Returns all texts and values of fields. */
const shown = () =>
  [document.body.textContent, ...[...document.querySelectorAll("input")].map(({ value }) => value)].join("\n");

async function show() {
  const data = {
    widget_script_url: "https://seki.example/widget.js",
    widget_url: "https://seki.example/widget/sushi-kagura",
    name_ja: "鮨かぐら",
    name_en: "Sushi Kagura",
  };
  const session = { restaurant: { slug: "sushi-kagura", restaurant_name: "Sushi Kagura" } };
  vi.spyOn(navigation, "usePage").mockReturnValue({ data, session } as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("en")} queryClient={new QueryClient()}>
      <WidgetLines />
    </CoreAdminContext>,
  );
}

it("names the restaurant in the language of the widget, also in a console of another language", async () => {
  await show();
  expect(shown()).toContain('title="鮨かぐらのご予約"');
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(screen.getByRole("option", { name: "English" }));
  expect(shown()).toContain('title="Book a table at Sushi Kagura"');
});

it("says over plain HTTP, where browsers offer no clipboard, that it could not copy", async () => {
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  await show();
  fireEvent.click(screen.getAllByRole("button", { name: "Copy" })[0]!);
  expect(await screen.findByText("It could not be copied. Please select it and copy it.")).toBeVisible();
});
