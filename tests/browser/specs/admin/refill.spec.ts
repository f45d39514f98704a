import type { Locator, Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
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

async function saved(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toBeHidden();
}

// F187, F188, F189, F191
test("an admin makes a template, says what it offers, and fills days from it once", async ({ page }) => {
  await signInAsAdmin(page);
  const today = await todayOf(page);
  await page.goto(LIST);
  await page.getByRole("link", { name: "テンプレートを作成" }).click();
  await page.getByLabel("テンプレート名").fill("平日の夜");
  const save = page.getByRole("button", { name: "保存" });
  await expect(save, "a template has seats").toBeDisabled();
  await page.getByRole("checkbox", { name: "すべての席" }).check();
  await checkAccessibility(page);
  await save.click();
  const card = page.getByRole("region", { name: "平日の夜" });
  await expect(card.getByText("設定が足りないため補充されません: 人数・時間・コース")).toBeVisible();
  await expect(card.getByRole("button", { name: "枠を補充" })).toBeDisabled();
  const dialog = page.getByRole("dialog");
  const open = (part: string) => card.getByRole("button", { name: `平日の夜の${part}を設定` }).click();

  await open("人数");
  await expect(dialog.getByRole("button", { name: "保存" }), "nothing is ticked").toBeDisabled();
  await dialog.getByRole("checkbox", { name: "すべての人数" }).check();
  await dialog.getByLabel("2名の枠あたり最大組数").fill("3");
  await checkAccessibility(page);
  await saved(dialog);
  await expect(card.getByText(/2（3組まで）/)).toBeVisible();

  await open("時間");
  const start = dialog.getByLabel("開始時間");
  const starts = await start.getByRole("option").allTextContents();
  const first = starts[1] ?? "";
  await start.selectOption(first);
  const end = `${String(Number(first.slice(0, 2)) + 2).padStart(2, "0")}${first.slice(2)}`;
  await expect(dialog.getByLabel("終了時間"), "two hours later").toHaveValue(end);
  await dialog.getByRole("button", { name: "追加", exact: true }).click();
  await dialog.getByLabel("一括入力").fill(`${first},${end}\n${end},${first}`);
  await dialog.getByRole("button", { name: "一括で追加" }).click();
  await expect(dialog.getByText(`不正な値が含まれています: ${end},${first}`)).toBeVisible();
  await dialog.getByLabel("一括入力").fill(`${first},${end}\n${first},${end}`);
  await dialog.getByRole("button", { name: "一括で追加" }).click();
  await expect(dialog.getByRole("listitem"), "doubles are dropped").toHaveCount(1);
  await checkAccessibility(page);
  await saved(dialog);

  await open("コース");
  await expect(dialog.getByRole("button", { name: "保存" }), "no course is chosen").toBeDisabled();
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("spinbutton").fill("0");
  await expect(dialog.getByRole("button", { name: "保存" }), "a maximum is one at least").toBeDisabled();
  await dialog.getByRole("spinbutton").fill("6");
  await saved(dialog);

  await open("曜日");
  for (const day of ["月", "火", "水", "木", "金", "土", "日"])
    await dialog.getByRole("checkbox", { name: day }).check();
  await checkAccessibility(page);
  await saved(dialog);
  await expect(card.getByText("月・火・水・木・金・土・日")).toBeVisible();

  const fill = card.getByRole("button", { name: "枠を補充" });
  await fill.click();
  const preview = dialog.getByRole("button", { name: "確認する" });
  await dialog.getByRole("tab", { name: "日別" }).click();
  await expect(dialog.getByText("日付を1つ以上選択してください。")).toBeVisible();
  await expect(preview).toBeDisabled();
  await dialog.getByRole("tab", { name: "期間" }).click();
  await dialog.getByLabel("開始日").fill(laterThan(today, 90));
  await dialog.getByLabel("終了日").fill(laterThan(today, 93));
  await preview.click();
  await expect(dialog.getByText("4枠を作成し、0日をスキップします。")).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "4枠を補充する" }).click();
  await expect(page.getByText("4枠を作成し、0日をスキップしました。")).toBeVisible();

  await fill.click();
  await dialog.getByLabel("開始日").fill(laterThan(today, 90));
  await dialog.getByLabel("終了日").fill(laterThan(today, 94));
  await preview.click();
  await expect(dialog.getByText("1枠を作成し、4日をスキップします。")).toBeVisible();
  await expect(dialog.getByText("枠あり")).toHaveCount(4);
  await dialog.getByRole("button", { name: "キャンセル" }).click();
  await isNoWiderThanAPhone(page);

  await card.getByRole("button", { name: "削除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "削除" }).click();
  await expect(card).toBeHidden();
});
