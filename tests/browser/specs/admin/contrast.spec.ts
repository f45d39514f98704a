import type { Locator } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

// The contrast themes of Windows.
test.use({ forcedColors: "active", viewport: { width: 1440, height: 900 } });

interface Colours {
  background: string;
  text: string;
}

function coloursOf(element: Locator): Promise<Colours> {
  return element.evaluate((each) => {
    const { backgroundColor, color } = getComputedStyle(each);
    return { background: backgroundColor, text: color };
  });
}

/** The colours of a selection in the browser's contrast theme. */
function selectionOf(element: Locator): Promise<Colours> {
  return element.evaluate((each) => {
    const probe = each.ownerDocument.createElement("span");
    probe.style.cssText = "forced-color-adjust: none; background-color: Highlight; color: HighlightText";
    each.ownerDocument.body.append(probe);
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return { background: backgroundColor, text: color };
  });
}

/** Expects the chosen element, its icon and its text in the colours of a selection, and the other one in different ones. */
async function expectChosen(chosen: Locator, other: Locator): Promise<void> {
  const selection = await selectionOf(chosen);
  expect(await coloursOf(chosen)).toEqual(selection);
  for (const part of await chosen.locator("svg, span:not(:empty)").all()) {
    expect((await coloursOf(part)).text).toBe(selection.text);
  }
  expect((await coloursOf(other)).background).not.toBe(selection.background);
}

test("an admin sees the chosen menu entry and filter in a contrast theme", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/disputes");
  const menu = page.getByRole("navigation", { name: "メインメニュー" });
  await expectChosen(menu.locator("[aria-current=page]"), menu.locator("a:not([aria-current])").first());
  const filters = page.getByRole("main").getByRole("group").first();
  await expectChosen(filters.locator("[aria-current=page]"), filters.locator("a:not([aria-current])").first());
});

test("staff see the chosen menu entry and view of the day in a contrast theme", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL!);
  await staff.enter(page.context());
  await openDay(page, await tomorrowOf(staff, "sushi-kagura"), "sushi-kagura");
  const menu = page.getByRole("navigation", { name: "メインメニュー" });
  await expectChosen(menu.locator("[aria-current=page]"), menu.locator("a:not([aria-current])").first());
  const pressed = page.getByRole("main").locator("button[aria-pressed=true].MuiToggleButton-root").first();
  await expectChosen(pressed, page.locator("button[aria-pressed=false].MuiToggleButton-root").first());
  await staff.close();
});
