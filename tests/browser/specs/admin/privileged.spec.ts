import { JUSTIFICATION, newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { unusedContact } from "../../support/diner";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SLUG = "hidden-soba";
const STAFF = `/admin/r/${SLUG}/staff`;

// G220
test("an invitation is withdrawn with a reason and a proof in one dialog", async ({ page }) => {
  await signInAsAdmin(page, await newAdmin(page.request, ["staff"]));
  await page.goto(STAFF);
  await page.getByRole("button", { name: "スタッフを招待" }).click();
  const form = page.getByRole("dialog", { name: /スタッフを招待/ });
  const { email } = unusedContact();
  await form.getByLabel("メールアドレス").fill(email);
  await form.getByLabel("お名前").fill("雨宮");
  const send = form.getByRole("button", { name: "招待を送る" });
  await expect(send, "without a reason and a proof").toBeDisabled();
  await form.getByLabel("理由").fill(JUSTIFICATION.reason);
  await form.getByLabel("現在のパスワード").fill(JUSTIFICATION.current_password);
  await send.click();
  await expect(form).toBeHidden();
  const invited = page.getByRole("listitem").filter({ hasText: email });

  await page.setViewportSize({ width: 390, height: 844 });
  await invited.getByRole("button", { name: "雨宮さんへの招待を取り消す" }).click();
  const dialog = page.getByRole("dialog", { name: "雨宮さんへの招待を取り消しますか？" });
  const agree = dialog.getByRole("button", { name: "取り消す" });
  await expect(agree).toBeDisabled();
  await dialog.getByLabel("理由").fill("別の方を招待するため");
  await dialog.getByLabel("現在のパスワード").fill("Wrong-2026");
  await checkAccessibility(page);
  await isAtMostWide(page, 390);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert"), "a wrong password is reported").toBeVisible();
  await dialog.getByRole("button", { name: "認証コードで確認する" }).click();
  await expect(dialog.getByLabel("認証コード")).toBeVisible();
  await dialog.getByRole("button", { name: "パスワードで確認する" }).click();
  await dialog.getByLabel("現在のパスワード").fill(JUSTIFICATION.current_password);
  await agree.click();
  await expect(dialog).toBeHidden();
  await expect(invited).toBeHidden();

  await page.goto(`${STAFF}?locale=en`);
  await page.getByRole("button", { name: "Invite" }).first().click();
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeVisible();
  await checkAccessibility(page);
});

// G220
test("without the permissions the pages have no buttons", async ({ page }) => {
  await signInAsAdmin(page, await newAdmin(page.request));
  await page.goto(STAFF);
  await expect(page.getByRole("heading", { level: 1, name: "スタッフ" })).toBeVisible();
  await expect(page.getByRole("button", { name: "スタッフを招待" })).toBeHidden();
  await page.goto(`/admin/r/${SLUG}/restaurant_dengerous_settings`);
  await expect(page.getByRole("heading", { level: 1, name: "重要設定" })).toBeVisible();
  await expect(page.getByRole("button", { name: /変更する/ })).toBeHidden();
});
