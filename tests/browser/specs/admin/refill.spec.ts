import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { Template } from "../../support/refill";
import { laterThan } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

/** A restaurant whose days no other test counts on. */
const LIST = "/admin/r/tempura-soon/online_stock_refillment_templates";

async function todayOf(page: Page): Promise<string> {
  const answer = await page.request.get(LIST, { headers: { Accept: "application/json" } });
  return ((await answer.json()) as { data: { today: string } }).data.today;
}

async function isNoWiderThanAPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
  await page.setViewportSize({ width: 1280, height: 900 });
}

// F187, F188, F189, F191
test("an admin creates a template with its selectors, and fills days from it once", async ({ page }) => {
  await signInAsAdmin(page);
  const today = await todayOf(page);
  await page.goto(LIST);
  const template = new Template(page, "平日の夜");
  const { card, dialog, preview } = template;
  const accessible = () => checkAccessibility(page);
  await template.create(accessible);

  await template.offerEveryCount(async () => {
    await dialog.getByLabel("2名の枠あたり最大組数").fill("3");
    await accessible();
  });
  await expect(card.getByText(/2（3組まで）/)).toBeVisible();

  await template.offerTime(undefined, async ([first, end]) => {
    await dialog.getByLabel("一括入力").fill(`${first},${end}\n${end},${first}`);
    await dialog.getByRole("button", { name: "一括で追加" }).click();
    await expect(dialog.getByText(`不正な値が含まれています：${end},${first}`)).toBeVisible();
    await dialog.getByLabel("一括入力").fill(`${first},${end}\n${first},${end}`);
    await dialog.getByRole("button", { name: "一括で追加" }).click();
    await expect(dialog.getByRole("listitem"), "doubles are dropped").toHaveCount(1);
    await accessible();
  });

  await template.offerFirstCourse(async () => {
    await dialog.getByRole("spinbutton").fill("0");
    await expect(dialog.getByRole("button", { name: "保存" }), "a maximum is one at least").toBeDisabled();
    await dialog.getByRole("spinbutton").fill("6");
  });
  await template.offerEveryWeekday(accessible);

  await template.openRefill();
  await dialog.getByRole("tab", { name: "日別" }).click();
  await expect(dialog.getByText("日付を1つ以上選択してください。")).toBeVisible();
  await expect(preview).toBeDisabled();
  await dialog.getByRole("tab", { name: "期間" }).click();
  await template.previewSpan(laterThan(today, 90), laterThan(today, 93));
  await accessible();
  await template.fill(4);

  await template.openRefill();
  await template.previewSpan(laterThan(today, 90), laterThan(today, 94));
  await expect(dialog.getByText("1枠を作成し、4日をスキップします。")).toBeVisible();
  await expect(dialog.getByText("枠あり")).toHaveCount(4);
  await dialog.getByRole("button", { name: "キャンセル" }).click();
  await isNoWiderThanAPhone(page);

  await card.getByRole("button", { name: "削除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "削除" }).click();
  await expect(card).toBeHidden();
});
