import { checkAccessibility } from "../../support/axe";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

test.beforeEach(async ({ baseURL, context }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  await staff.close();
});

// F176
test("delivery settings left blank become the restaurant's own", async ({ page, baseURL, afterwards }) => {
  const owner = await Staff.signedIn(baseURL ?? "");
  const previous = await owner.page<object>("/owners/restaurant_delivery_settings/sushi-kagura/edit");
  afterwards(async () => {
    await owner.patch("/owners/api/restaurant_delivery_settings/sushi-kagura", previous);
    await owner.close();
  });
  await page.goto("/owners/restaurant_delivery_settings/sushi-kagura/edit");
  await expect(page.getByRole("heading", { level: 1, name: "配送設定" })).toBeVisible();
  await page.getByLabel("ご依頼主名").fill("");
  await page.getByLabel("配送会社").click();
  await page.getByRole("option", { name: "佐川急便" }).click();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("配送設定を保存しました。")).toBeVisible();
  await expect(page.getByLabel("ご依頼主名")).toHaveValue("鮨かぐら");
  await expect(page.getByLabel("お客様コード"), "only with the carrier's flag").toBeHidden();
});

/** The tax, which a phone shows below the amount, comes after the first 円. */
function amountOf(text: string): number {
  return Number(text.split("円")[0]?.replaceAll(",", ""));
}

// F177
test("invoices are chosen by month", async ({ page }) => {
  await page.goto("/owners/restaurant_charge_invoices");
  await expect(page.getByRole("heading", { level: 1, name: "請求書" })).toBeVisible();
  await expect(page.getByLabel("対象期間")).toHaveValue("");
  await page.goto("/owners/restaurant_charge_invoices?selected_month=2020-01");
  await expect(page.getByLabel("対象期間")).toHaveValue("2020-01");
  await expect(page.getByText("請求書はありません。")).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel("対象期間").selectOption("");
  await expect(page).toHaveURL(/selected_month=(&|$)/);
  const amounts = page.getByRole("table", { name: "請求書" }).locator("td:nth-child(3)");
  const shown = async () => (await amounts.allTextContents()).map(amountOf);
  await expect(amounts.first()).toBeVisible();
  await page.getByRole("button", { name: "請求額（税込）" }).click();
  await page.getByRole("button", { name: "請求額（税込）" }).click();
  await expect(page).toHaveURL(/order=ASC.*sort=amount/);
  await expect(async () => {
    const list = await shown();
    expect(list.every(Number.isFinite), "each is read as an amount").toBe(true);
    expect(list).toEqual(list.toSorted((a, b) => a - b));
  }).toPass();
  await checkAccessibility(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const last = page.getByRole("list", { name: "請求書" }).getByRole("listitem").last();
  await expect(last.getByText(/^\d+件$/), "a card has the reservations").toBeVisible();
  await expect(last.getByText(/^\d{4}年\d\d月\d\d日$/), "the day of issue, too").toBeVisible();
  await isAtMostWide(page, 360);
  await checkAccessibility(page);
});

for (const { title, path, field, typed } of [
  { title: "配送設定", path: "restaurant_delivery_settings/sushi-kagura", field: "ご依頼主名", typed: "書きかけ" },
  { title: "来店ペース設定", path: "pacing", field: /人数/, typed: "7" },
]) {
  test(`leaving ${title} with unsaved input needs confirmation`, async ({ page }) => {
    await page.goto(`/owners/${path}/edit?owners_restaurant_slug=sushi-kagura`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const input = page.getByLabel(field).first();
    const saved = await input.inputValue();
    await input.fill(typed);
    const home = page
      .getByRole("navigation", { name: "メインメニュー" })
      .getByRole("link", { name: "お客様", exact: true });
    await home.click();
    const question = page.getByRole("alertdialog", { name: "入力した内容を破棄しますか？" });
    await question.getByRole("button", { name: "キャンセル" }).click();
    await expect(input, "nothing is lost").toHaveValue(typed);
    await input.fill(saved);
    await home.click();
    await expect(page, "what was typed and taken back is no change").toHaveURL(/\/owners\/customers$/);
    await page.goBack();
    await input.fill(typed);
    await home.click();
    await question.getByRole("button", { name: "破棄する" }).click();
    await expect(page).toHaveURL(/\/owners\/customers$/);
  });
}
