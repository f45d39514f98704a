import type { Page } from "@playwright/test";
import { newAdmin, signInAsAdmin } from "../../support/admin";
import { withAnswers } from "../../support/answers";
import { checkAccessibility } from "../../support/axe";
import { fullList } from "../../support/full-lists";
import { follow } from "../../support/keyboard";
import { inRareStates } from "../../support/rare";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

/** The requests for rows of a list while `act` runs, as the server reads them. */
async function asked(page: Page, name: string, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const request = page.waitForRequest((each) => new URL(each.url()).pathname === `/admin/api/resources/${name}`);
  await act();
  return new URL((await request).url()).searchParams;
}

const WORDS = {
  ja: {
    requests: "キャンセル申請",
    status: "状態",
    approved: "承認",
    visit: "来店日時",
    columns: "列",
    filed_by: "申請者",
    file: "書き出し",
    restaurant: "店舗",
    none: "条件に合うものはありません。",
  },
  en: {
    requests: "Cancel requests",
    status: "Status",
    approved: "Approved",
    visit: "Visit",
    columns: "Columns",
    filed_by: "Filed by",
    file: "Export",
    restaurant: "Restaurant",
    none: "Nothing matches the filters.",
  },
};

for (const lang of ["ja", "en"] as const) {
  const words = WORDS[lang];

  test(`cancel requests are filtered, sorted, and shown with chosen columns (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    await withAnswers(page.context(), fullList);
    await page.goto(`/${lang}/admin/cancel_requests`);
    const table = page.getByRole("table", { name: words.requests });
    await expect(table.getByRole("row")).toHaveCount(3);
    await checkAccessibility(page);

    await page.getByRole("combobox", { name: words.status }).click();
    const filtered = await asked(page, "cancel_requests", () =>
      page.getByRole("option", { name: words.approved, exact: true }).click(),
    );
    expect(filtered.get("filter")).toBe('{"status":"approved"}');
    await expect(page).toHaveURL(/approved/);

    const head = table.getByRole("columnheader", { name: words.visit });
    const sorted = await asked(page, "cancel_requests", () => head.getByRole("button").click());
    expect(sorted.get("sort")).toBe('["starts_at","ASC"]');

    await page.getByRole("button", { name: words.columns }).click();
    await page.getByLabel(words.filed_by, { exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(table.getByRole("columnheader", { name: words.filed_by })).toBeVisible();
    await page.reload();
    await expect(table.getByRole("columnheader", { name: words.filed_by })).toBeVisible();
    await checkAccessibility(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await isAtMostWide(page, 390);
    await expect(page.getByRole("list", { name: words.requests })).toBeVisible();
    await checkAccessibility(page);
  });

  test(`all cancel requests are exported by an admin with the permission (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto(`/${lang}/admin/cancel_requests?filter={}`);
    await expect(page.getByRole("heading", { level: 1, name: words.requests })).toBeVisible();
    const file = page.getByRole("link", { name: words.file });
    await expect(file).toHaveAttribute("href", /cancel_requests\.csv\?filter=%7B%7D/);
    const answer = await page.request.get((await file.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toContain("text/csv");
    expect(await answer.text()).toContain(`"${words.restaurant}"`);
    await page.goto(`/${lang}/admin/cancel_requests?filter={"reservation_code":"ZZZZZZZZ"}`);
    await expect(page.getByText(words.none)).toBeVisible();
  });
}

test("an admin without the permission is offered no file", async ({ page }) => {
  const email = await newAdmin(page.request);
  await signInAsAdmin(page, email);
  await page.goto("/admin/cancel_requests");
  await expect(page.getByRole("button", { name: "列" })).toBeVisible();
  await expect(page.getByRole("link", { name: "書き出し" })).toHaveCount(0);
});

test("the columns of a list are sorted by keys", async ({ page }) => {
  await signInAsAdmin(page);
  await withAnswers(page.context(), fullList);
  await page.goto("/admin/no_show_fees");
  await expect(page.getByRole("table", { name: "無断キャンセル料" })).toBeVisible();
  const sorted = await asked(page, "no_show_fees", () => follow(page, /^金額で並べ替え/));
  expect(sorted.get("sort")).toBe('["amount","ASC"]');
});

test("selected dead letters are retried, and discarded after a question", async ({ page }) => {
  await signInAsAdmin(page);
  await withAnswers(page.context(), inRareStates);
  const calls: string[] = [];
  await page.route(/\/admin\/api\/jobs\/01JDEAD[A-Z]+/, async (route) => {
    calls.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    await route.fulfill({ json: { status: 200, message: "済み", count: 1 } });
  });
  await page.goto("/admin/jobs");
  const row = page.getByRole("table", { name: "失敗" }).getByRole("row", { name: /01JDEAD/ });
  await row.getByRole("checkbox").check();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "まとめて再実行" }).click();
  await expect(page.getByText("1件をもう一度実行します。")).toBeVisible();
  await expect(row.getByRole("checkbox")).not.toBeChecked();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "まとめて破棄" }).click();
  const question = page.getByRole("alertdialog", { name: "選択した1件のジョブを破棄しますか？" });
  await checkAccessibility(page);
  await question.getByRole("button", { name: "破棄" }).click();
  await expect(page.getByText("1件を破棄しました。")).toBeVisible();
  expect(calls).toEqual([
    "POST /admin/api/jobs/01JDEADDEADDEADDEADDEADDEA/retry",
    "DELETE /admin/api/jobs/01JDEADDEADDEADDEADDEADDEA",
  ]);
});
