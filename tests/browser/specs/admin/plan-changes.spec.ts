import { inviteToTiers, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { CARDS } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const NOTE = "年額プランへ変更。電話でご説明済み。";

// F107
test("a gold diner's request for another plan is closed with a note", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  await signInAsAdmin(page);
  await inviteToTiers(page, diner.email);
  await diner.post("/users/gold/subscriptions", {});
  await diner.post("/users/api/gold_plan_change_requests", {});

  await page.goto("/admin/gold_plan_change_requests");
  const requests = page.getByRole("table", { name: "プラン変更申請" });
  const newest = requests.getByRole("row").nth(1);
  await expect(newest).toContainText("対応待ち");
  await checkAccessibility(page);
  await newest.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "ゴールド会員からのプラン変更申請" })).toBeVisible();
  const address = page.url();
  await page.getByLabel("メモ（運営だけが見られます）").fill(NOTE);
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
  await page.getByRole("button", { name: "対応済みにする" }).click();
  const question = page.getByRole("alertdialog", { name: "申請を対応済みにしますか？" });
  await checkAccessibility(page);
  await question.getByRole("button", { name: "対応済みにする" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "プラン変更申請" })).toBeVisible();

  await page.goto(address);
  await expect(page.getByRole("definition").filter({ hasText: "対応済み" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: NOTE })).toBeVisible();
  await expect(page.getByRole("button", { name: "対応済みにする" })).toHaveCount(0);
});
