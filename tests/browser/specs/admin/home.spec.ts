import { signInAsAdmin } from "../../support/admin";
import { checkAccessibility, checkNames } from "../../support/axe";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const WIDTHS = [390, 1024, 1440];

for (const { lang, title, tasks, figures, show } of [
  { lang: "ja", title: "ホーム", tasks: "対応が必要なこと", figures: "店舗ごとの数字", show: "表示する" },
  { lang: "en", title: "Home", tasks: "Needs action", figures: "Figures by restaurant", show: "Show" },
]) {
  test(`an admin begins with the work that waits, and the figures of a day (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto(`/${lang}/admin/home`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: tasks })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: figures })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await isAtMostWide(page, width);
      await checkAccessibility(page);
    }
    await checkNames(page);
    await page.getByRole("button", { name: show, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/home\?date=\d{4}-\d{2}-\d{2}$/);
  });
}

test("the figures of another day and of one restaurant are chosen with the keyboard", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/home");
  await page.getByRole("link", { name: "次の日" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/date=/);
  // The demo has bookings at this restaurant tomorrow.
  await expect(page.getByRole("img", { name: /予約のグラフ。/ })).toBeVisible();
  await page.getByLabel("店舗名・スラッグ・ID").focus();
  await page.keyboard.type("sushi-kagura");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=sushi-kagura/);
  await expect(page.getByRole("main").getByText("1店舗", { exact: true })).toBeVisible();
  const row = page.getByRole("table", { name: "店舗ごとの数字" }).getByRole("row").nth(1);
  await expect(row.getByRole("link", { name: "鮨かぐら" })).toHaveAttribute("href", "/admin/restaurants/sushi-kagura");
  await page.getByLabel("店舗名・スラッグ・ID").fill("どこにもない店");
  await page.keyboard.press("Enter");
  await expect(page.getByText("条件に合う店舗はありません。")).toBeVisible();
  await checkAccessibility(page);
});

test("a task leads to its records and to their list", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/home");
  const task = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "2段階認証のない運営アカウント" }) });
  await task.getByRole("link", { name: "2段階認証を設定する" }).click();
  await expect(page).toHaveURL("/admin/security_settings");
  await page.goBack();
  await task.getByRole("link", { name: "運営アカウントを開く" }).click();
  await expect(page).toHaveURL(/\/admin\/admin_users\?filter=.*has_second_factor/);
  await expect(page.getByRole("table", { name: "運営アカウント" }).getByRole("row").nth(1)).toBeVisible();
});
