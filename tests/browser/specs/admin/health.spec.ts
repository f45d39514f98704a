import { checkAccessibility } from "../../support/axe";
import { PASSWORD } from "../../support/diner";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

test("an admin sees the system's health, and the jobs of each queue", async ({ page }) => {
  const signInPage = await page.request.get("/admin/sign_in");
  const headers = { "X-CSRF-Token": signInPage.headers()["x-csrf-token"] ?? "", Accept: "application/json" };
  const data = { admin_user: { email: "admin@seki.test", password: PASSWORD } };
  expect((await page.request.post("/admin/sign_in", { data, headers })).status()).toBe(200);

  await page.goto("/admin/health");
  await expect(page.getByRole("heading", { level: 1, name: "稼働状況" })).toBeVisible();
  const checks = page.getByRole("list", { name: "確認項目" }).getByRole("listitem");
  await expect(checks.filter({ hasText: "データベース" }).getByText("正常")).toBeVisible();
  await expect(page.getByText(/^\d+秒前の状態$/)).toBeVisible();
  // On a busy machine a worker may be late to say that it lives: the page shows the moment that it was read.
  await expect(async () => {
    const read = page.waitForResponse((answer) => answer.url().endsWith("/admin/health"));
    await page.getByRole("button", { name: "更新" }).click();
    expect((await read).ok()).toBe(true);
    await expect(checks.filter({ hasText: "ワーカー" }).getByText("正常")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole("table").filter({ hasText: "prune" })).toBeVisible();
  await checkAccessibility(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await page.getByRole("link", { name: "payment" }).click();
  await expect(page).toHaveURL(/\/admin\/jobs\?.*queue.*payment/);
  await expect(page.getByRole("heading", { name: "ジョブ（payment）" })).toBeVisible();
  await page.getByRole("tab", { name: "再試行待ち" }).click();
  await expect(page.getByRole("tab", { name: "再試行待ち" })).toHaveAttribute("aria-selected", "true");
  await checkAccessibility(page);
});
