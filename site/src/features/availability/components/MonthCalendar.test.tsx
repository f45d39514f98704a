import { readFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const SYSTEM_COLOUR = /^(Canvas|CanvasText|GrayText|Highlight|HighlightText|ButtonText)$/;

/** Returns the calendar's rules for contrast themes: declarations by selector. */
function forcedRules(): Map<string, string> {
  const file = readFileSync(join(import.meta.dirname, "MonthCalendar.module.css"), "utf8");
  const source = file.replaceAll(/\/\*.*?\*\//gs, "");
  const [, block = ""] = /@media \(forced-colors: active\) \{\n([\s\S]*?)\n\}\n/.exec(source) ?? [];
  const rules = new Map<string, string>();
  for (const [, selectors = "", body = ""] of block.matchAll(/([^{}]+)\{([^{}]+)\}/g)) {
    for (const selector of selectors.split(",")) rules.set(selector.trim(), body.replaceAll(/\s+/g, " ").trim());
  }
  return rules;
}

it("tells chosen, today, free, full and closed days apart in contrast themes", () => {
  const rules = forcedRules();
  const styles = [".selected", ".today", ".available", ".full", ".closed"].map((selector) => rules.get(selector));
  expect(styles).not.toContain(undefined);
  expect(new Set(styles).size).toBe(styles.length);
  expect(rules.get(".selected")).toContain("forced-color-adjust: none");
  const colours = [...rules.values()].flatMap((body) =>
    [...body.matchAll(/(?:^|[\s-])(?:color|background): ([^;]+);/g)].map(([, value = ""]) => value),
  );
  expect(colours.filter((value) => !SYSTEM_COLOUR.test(value))).toEqual([]);
});

it("marks the chosen day at its cell and at the button that has the focus", async () => {
  const user = userEvent.setup();
  await renderSite("/r/sushi-kagura/reservations/new", { today: "2026-11-21" });
  const day = await screen.findByRole("button", { name: "2026年11月26日（木） 空席あり" });
  expect(day).toHaveAttribute("aria-pressed", "false");
  await user.click(day);
  await waitFor(() => expect(day.closest("td")).toHaveAttribute("aria-selected", "true"));
  expect(day).toHaveAttribute("aria-pressed", "true");
  const [closed] = screen.getAllByRole("button").filter((button) => button.ariaDisabled === "true");
  expect(closed?.closest("td")).not.toHaveAttribute("aria-selected");
});
