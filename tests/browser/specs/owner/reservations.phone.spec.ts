import { checkAccessibility } from "../../support/axe";
import { Staff, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";

test("on a phone the list of reservations is cards that fit the screen", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await page.goto("/owners/reservations");
  const cards = page.getByRole("main").getByRole("listitem").filter({ hasText: "–" });
  await expect(cards.first()).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  const { clientWidth, scrollWidth } = await page.evaluate(() => ({
    clientWidth: document.documentElement.clientWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth, "nothing is cut off").toBeLessThanOrEqual(clientWidth);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "検索条件" }).click();
  for (const button of await page
    .getByRole("dialog")
    .getByRole("button", { name: /解除|キャンセル$|表示/ })
    .all()) {
    const { height = 0 } = (await button.boundingBox()) ?? {};
    expect(height, `${await button.innerText()} is one line`).toBeLessThan(44);
  }
  await checkAccessibility(page);
  await page.getByRole("button", { name: "キャンセル", exact: true }).click();
  await cards.first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "予約の詳細" })).toBeVisible();
  await staff.close();
});
