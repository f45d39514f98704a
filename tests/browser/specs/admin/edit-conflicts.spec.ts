import type { Page } from "@playwright/test";
import { newAdmin, signInAsAdmin } from "../../support/admin";
import { checkAccessibility } from "../../support/axe";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const AREAS = "/admin/api/resources/areas";

/** The changed field is the label of the other language, so the list shows the same name before and after. */
const LANGUAGES = [
  {
    lang: "ja",
    width: 1440,
    edit: (name: string) => `${name}を編集する`,
    field: "名称（英語）",
    name: "label_en",
    save: "保存する",
    changed: "ほかの方が「名称（英語）」を変更しました",
    keep: "自分の入力を残す",
    take: "相手の内容にする",
  },
  {
    lang: "en",
    width: 390,
    edit: (name: string) => `Edit ${name}`,
    field: "Name (Japanese)",
    name: "label_ja",
    save: "Save",
    changed: "Someone else has changed “Name (Japanese)”",
    keep: "Keep mine",
    take: "Take theirs",
  },
] as const;

type Words = (typeof LANGUAGES)[number];

async function call(page: Page, method: "POST" | "DELETE", path: string, data?: object): Promise<unknown> {
  const list = await page.request.get("/admin/restaurants", { headers: { Accept: "application/json" } });
  const headers = { Accept: "application/json", "X-CSRF-Token": list.headers()["x-csrf-token"] ?? "" };
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

const dialogOf = (page: Page, words: Words, area: string) => page.getByRole("dialog", { name: words.edit(area) });

async function open(page: Page, words: Words, area: string): Promise<void> {
  await page.goto(`/${words.lang}/admin/masters/areas`);
  await page.getByRole("button", { name: words.edit(area), exact: true }).click();
  await expect(dialogOf(page, words, area)).toBeVisible();
}

async function save(page: Page, words: Words, area: string, value: string): Promise<void> {
  const dialog = dialogOf(page, words, area);
  await dialog.getByRole("textbox", { name: words.field }).fill(value);
  await dialog.getByRole("button", { name: words.save, exact: true }).click();
}

// G311
for (const words of LANGUAGES) {
  test(`two admins who edit the same record choose one value (${words.lang})`, async ({
    page,
    browser,
    baseURL,
    afterwards,
  }) => {
    await signInAsAdmin(page);
    const area = words.lang === "ja" ? "衝突の丘" : "Conflict Hill";
    const labels = { label_ja: `${area} 一`, label_en: `${area} one` };
    const shown = words.lang === "ja" ? labels.label_ja : labels.label_en;
    const { id } = (await call(page, "POST", AREAS, labels)) as { id: number };
    afterwards(() => call(page, "DELETE", `${AREAS}/${id}`));
    const stored = async () => {
      const answer = await page.request.get(`${AREAS}/${id}`, { headers: { Accept: "application/json" } });
      return ((await answer.json()) as Record<string, unknown>)[words.name];
    };
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "ja-JP" });
    afterwards(() => context.close());
    const colleague = await context.newPage();
    await signInAsAdmin(colleague, await newAdmin(colleague.request));
    await page.setViewportSize({ width: words.width, height: 900 });

    for (const { choice, theirs, mine, kept } of [
      { choice: words.keep, theirs: "Alpha", mine: "Beta", kept: "Beta" },
      { choice: words.take, theirs: "Gamma", mine: "Delta", kept: "Gamma" },
    ]) {
      await open(page, words, shown);
      await open(colleague, words, shown);
      await save(colleague, words, shown, theirs);
      await expect(dialogOf(colleague, words, shown)).toBeHidden();
      await save(page, words, shown, mine);

      const dialog = dialogOf(page, words, shown);
      const conflict = dialog.getByRole("alert", { name: words.changed });
      await expect(conflict).toContainText(theirs);
      await expect(dialog.getByRole("textbox", { name: words.field })).toHaveValue(mine);
      expect(await stored(), "nothing is overwritten").toBe(theirs);
      await expect(dialog.getByRole("button", { name: words.save, exact: true })).toBeDisabled();
      await isAtMostWide(page, words.width);
      await checkAccessibility(page);

      await conflict.getByRole("button", { name: choice }).click();
      await expect(conflict).toBeHidden();
      await expect(dialog.getByRole("textbox", { name: words.field })).toHaveValue(kept);
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await expect(dialog).toBeHidden();
      expect(await stored()).toBe(kept);
    }
  });
}
