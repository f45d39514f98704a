import type { Page } from "@playwright/test";
import { accountOf, inviteToTiers, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { CARDS } from "../../support/steps";
import { expect, test } from "../../support/test";
import { isAtMostWideAsWindow } from "../../support/width";

const NOTE = "決済会社の管理画面で証拠を提出済み。";

/** Waits until the dispute of a diner's payment is recorded, and returns its id. */
async function disputeOf(page: Page, email: string): Promise<string> {
  const read = async (path: string): Promise<unknown> => {
    const answer = await page.request.get(path, { headers: { Accept: "application/json" } });
    return (await answer.json()) as unknown;
  };
  const account = await accountOf(page.request, email);
  const find = async () => {
    const newest = (await read("/admin/api/resources/disputes")) as { gateway_fid: string; user_uid: string }[];
    return newest.find(({ user_uid }) => user_uid === account)?.gateway_fid ?? "";
  };
  await expect.poll(find, "the bank's dispute is recorded").not.toBe("");
  return find();
}

test("an admin reads the evidence of a dispute, and marks it as answered", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.disputed);
  await signInAsAdmin(page);
  await inviteToTiers(page, diner.email);
  await diner.post("/users/gold/subscriptions", {});
  const id = await disputeOf(page, diner.email);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin/disputes");
  await expect(page.getByRole("heading", { level: 1, name: "異議申し立て" })).toBeVisible();
  const row = page.getByRole("table", { name: "異議申し立て" }).getByRole("row").filter({ hasText: id });
  await expect(row).toContainText("回答待ち");
  await checkAccessibility(page);
  await isAtMostWideAsWindow(page, "the list of disputes");
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("link", { name: id }).click();

  await expect(page.getByRole("heading", { level: 1, name: `異議申し立て ${id}` })).toBeVisible();
  const customer = page.getByRole("region", { name: "お客様", exact: true });
  await expect(customer).toContainText(diner.email);
  await checkAccessibility(page);
  await isAtMostWideAsWindow(page, "the evidence");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "証拠をダウンロード" }).click();
  expect((await download).suggestedFilename()).toBe(`${id}.txt`);

  await page.getByLabel("メモ").fill(NOTE);
  await page.getByRole("button", { name: "メモを保存" }).click();
  await expect(page.getByRole("button", { name: "メモを保存" })).toBeDisabled();
  await page.getByRole("button", { name: "回答済みにする" }).click();
  const question = page.getByRole("alertdialog", { name: "回答済みにしますか？" });
  await checkAccessibility(page);
  await question.getByRole("button", { name: "回答済みにする" }).click();
  await expect(page.getByRole("button", { name: "未回答に戻す" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "審査中" })).toBeVisible();
  await expect(page.getByLabel("メモ")).toHaveValue(NOTE);

  await page.goto(`/admin/disputes/${id}?locale=en`);
  await expect(page.getByRole("heading", { level: 1, name: `Dispute ${id}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Customer", exact: true })).toContainText(diner.email);
  await page.goto("/admin/disputes?state=closed&locale=en");
  await expect(page.getByRole("heading", { level: 1, name: "Disputes" })).toBeVisible();
  await checkAccessibility(page);
});
