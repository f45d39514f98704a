import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SUSHI = "sushi-kagura";
const run = String(Date.now()).slice(-6);

interface Written {
  id: number;
  uid: string;
}

async function recordGuest(staff: Staff, fields: object): Promise<Written> {
  const token = (await staff.api.get("/owners")).headers()["x-csrf-token"] ?? "";
  const answer = await staff.api.post("/owners/api/customers", { data: fields, headers: { "X-CSRF-Token": token } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Written;
}

async function openGuest(page: Page, uid: string, name: string): Promise<void> {
  await page.goto(`/owners/customers/${uid}`);
  await expect(page.getByRole("heading", { level: 1, name: `${name} 様` })).toBeVisible();
}

async function addTag(form: Locator, text: string): Promise<void> {
  await form.getByRole("combobox", { name: "タグ" }).fill(text);
  await form.getByRole("combobox", { name: "タグ" }).press("Enter");
  await expect(form.getByRole("button", { name: text })).toBeVisible();
}

/** How an element's words are printed on the screen: the theme's reds have little green and blue. */
async function expectRed(words: Locator, isRed = true): Promise<void> {
  const color = await words.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number);
  expect(red > 100 && green < 90 && blue < 90, color).toBe(isRed);
}

test("allergies of a phone guest are red on the block, in the pane, the list and on the sheet, and tags apart from them", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  await staff.close();
  const grid = await openDay(page, date, SUSHI);
  await grid.getByRole("gridcell", { name: "C5 18:00" }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "新しいお客様" }).click();
  await dialog.getByLabel("お名前").fill(`赤木${run}`);
  await dialog.getByLabel("アレルギー").fill("えび\nかに");
  await dialog.getByLabel("苦手なもの").fill("パクチー");
  await dialog.getByRole("combobox", { name: "タグ" }).click();
  await page.getByRole("option", { name: "車椅子" }).click();
  await addTag(dialog, "窓側");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await expect(dialog.getByText("アレルギーあり").first()).toBeVisible();
  await expect(dialog.getByRole("group", { name: "タグ" })).toContainText("車椅子");
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  const course = dialog.getByLabel("コース");
  if ((await course.inputValue()) === "") await course.selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "予約を登録する" }).click();

  const block = grid.getByRole("button", { name: new RegExp(`赤木${run}.*アレルギー: えび / かに 車椅子・窓側`) });
  await expect(block).toBeVisible();
  await expect(block.locator(".alert")).toHaveText("えび / かに");
  await expectRed(block.locator(".alert"));
  await expectRed(block.locator(".tags").filter({ hasText: "車椅子・窓側" }), false);
  await checkAccessibility(page);
  await block.click();
  const pane = page.getByRole("complementary");
  await expectRed(pane.getByText("えび\nかに"));
  await expectRed(pane.getByText("車椅子・窓側"), false);
  const note = pane.getByRole("button", { name: "アレルギー・苦手・タグを記録" });
  await note.click();
  await pane.getByLabel("アレルギー", { exact: true }).fill("えび\nかに\n卵");
  await checkAccessibility(page);
  await pane.getByRole("button", { name: "保存する" }).click();
  await expect(note).toHaveAttribute("aria-expanded", "false");
  await expectRed(pane.getByText("えび\nかに\n卵"));
  await expect(grid.getByRole("button", { name: new RegExp(`赤木${run}.*えび / かに / 卵`) })).toBeVisible();
  await pane.getByRole("button", { name: "閉じる" }).click();
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  const visit = page
    .getByRole("list", { name: "ご来店の一覧" })
    .getByRole("listitem")
    .filter({ hasText: `赤木${run}` });
  await expectRed(visit.getByText("アレルギー: えび / かに / 卵"));
  await expectRed(visit.getByText("車椅子・窓側"), false);
  await expect(visit.getByText("苦手なもの: パクチー")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const row = page.locator("tr").filter({ hasText: `赤木${run}` });
  await expectRed(row.getByText("アレルギー: えび / かに / 卵"));
  await expectRed(row.getByText("車椅子・窓側"), false);
  await page.emulateMedia({ media: "screen" });
});

test("notes and tags are changed on the guest's page, and guests are searched by tag", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const name = `青木${run}`;
  const { uid } = await recordGuest(staff, { nickname: name, noted_allergies: "そば", tags: ["vip"] });
  await staff.enter(page.context());
  await staff.close();
  await openGuest(page, uid, name);
  await expect(page.getByRole("alert").filter({ hasText: "そば" })).toBeVisible();
  await page.getByRole("button", { name: "編集" }).click();
  const edit = page.getByRole("dialog", { name: "お客様の情報を編集" });
  await edit.getByLabel("アレルギー").fill("そば\n落花生");
  await edit.getByRole("combobox", { name: "タグ" }).fill("たんじょうび会");
  await edit.getByLabel("苦手なもの").fill("セロリ");
  await expect(
    edit.getByRole("button", { name: "たんじょうび会" }),
    "what was typed counts when it is left",
  ).toBeVisible();
  await addTag(edit, "左利き");
  await checkAccessibility(page);
  await edit.getByRole("button", { name: "保存する" }).click();
  await expect(edit).toBeHidden();
  const card = page.getByRole("region", { name: "お客様カード" });
  await expect(card.getByText("落花生")).toBeVisible();
  for (const tag of ["VIP", "左利き", "たんじょうび会"]) await expect(card.getByText(tag)).toBeVisible();
  await checkAccessibility(page);

  await page.goto("/owners/customers");
  await page.getByRole("button", { name: "お客様を検索" }).click();
  const search = page.getByRole("dialog", { name: "お客様の検索" });
  await search.getByLabel("たんじょうび会").check();
  await search.getByRole("button", { name: "検索する" }).click();
  await expect(page.getByText("タグ：たんじょうび会")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("左利き");
  await expect(page.getByRole("row")).toHaveCount(2);
  await checkAccessibility(page);
});

test("records are merged, the page shows it, and the merge is undone", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const name = `黒木${run}`;
  const { uid } = await recordGuest(staff, { nickname: name, internal_memo: "左利き" });
  const duplicate = { nickname: `${name}の記録`, internal_memo: "窓側がお好み", noted_allergies: "えび" };
  await recordGuest(staff, { ...duplicate, phone_local_number: `0805${run}1` });
  await staff.enter(page.context());
  await staff.close();
  await openGuest(page, uid, name);
  await page.getByRole("button", { name: "ほかのお客様と関連付ける" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を関連付ける" });
  await dialog.getByLabel("絞り込み").fill(duplicate.nickname);
  await expect(dialog.getByRole("listitem"), "the others are gone, and move no more").toHaveCount(1);
  await dialog.getByRole("checkbox", { name: new RegExp(duplicate.nickname) }).check();
  await dialog.getByRole("button", { name: "関連付ける（1名）" }).click();
  await page.getByRole("alertdialog").getByRole("button").last().click();
  const merges = page.getByRole("region", { name: "関連付けた記録" });
  await expect(merges).toContainText(duplicate.nickname);
  await expect(page.getByText("窓側がお好み")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "えび" })).toBeVisible();
  await checkAccessibility(page);

  await merges.getByRole("button", { name: `${duplicate.nickname}様の関連付けを解除` }).click();
  const question = page.getByRole("alertdialog", { name: "関連付けを解除しますか？" });
  await expect(question).toContainText(`そのあとの予約と変更は${name}様に残ります`);
  await checkAccessibility(page);
  await question.getByRole("button").last().click();
  await expect(page.getByText("関連付けを解除し、1名のお客様を元に戻しました。")).toBeVisible();
  await expect(merges).toHaveCount(0);
  await expect(page.getByText("左利き")).toBeVisible();
  await expect(page.getByText("窓側がお好み")).toHaveCount(0);
  await page.goto(`/owners/customers?keywords=${encodeURIComponent(duplicate.nickname)}`);
  await expect(page.getByRole("row").filter({ hasText: duplicate.nickname })).toHaveCount(1);
});

test("the guest's page is a timeline, and their data can be exported", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const found = await staff.api.get("/owners/api/customers", { params: { type: "name", q: "伊藤（電話）" } });
  const { data } = (await found.json()) as { data: { uid: string }[] };
  await staff.enter(page.context());
  await staff.close();
  const uid = data[0]?.uid ?? "";
  await openGuest(page, uid, "伊藤（電話）");
  const history = page.getByRole("region", { name: "予約の履歴" });
  await expect(history.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByText("ご利用額の合計")).toBeVisible();
  for (const [choice, ending] of [
    ["すべて（JSON）", ".json"],
    ["予約の履歴（CSV）", ".csv"],
  ] as const) {
    await page.getByRole("button", { name: "データを書き出す" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: choice }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^customer-${uid}-.*\\${ending}$`));
    const text = await readFile(await file.path(), "utf8");
    if (ending === ".json") {
      const { customer } = JSON.parse(text) as { customer: { nickname: string; noted_allergies: string } };
      expect(customer).toMatchObject({ nickname: "伊藤（電話）", noted_allergies: "甲殻類（えび・かに）" });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
});
