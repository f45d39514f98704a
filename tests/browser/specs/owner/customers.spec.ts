import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { unusedContact } from "../../support/diner";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const run = Date.now().toString(36);
let made = 0;

/** An unused name and number. */
function newGuest(): { name: string; number: string } {
  made += 1;
  return {
    name: `試験${run}${made}`,
    number: `0${unusedContact().localNumber}`,
  };
}

test.beforeEach(async ({ baseURL, context }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  await staff.close();
});

async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/owners/customers${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "お客様" })).toBeVisible();
}

async function add(page: Page, name: string, number: string): Promise<void> {
  await page.getByRole("button", { name: "お客様を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を追加" });
  await dialog.getByLabel(/お名前/).fill(name);
  await dialog.getByLabel("電話番号", { exact: true }).fill(number);
  await dialog.getByRole("button", { name: "追加する" }).click();
}

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

// F159, F163
test("a customer is added, found, changed, and recognised the second time", async ({ page }) => {
  const { name, number } = newGuest();
  await openList(page);
  await page.getByRole("button", { name: "お客様を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を追加" });
  await dialog.getByRole("button", { name: "追加する" }).click();
  await expect(dialog.getByText("入力してください。")).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByLabel("電話番号", { exact: true }).fill(fullWidth(number));
  await expect(dialog.getByLabel("電話番号", { exact: true })).toHaveValue(number);
  await expect(dialog.getByLabel("国・地域")).toBeHidden();
  await dialog.getByLabel("日本以外の電話番号").check();
  await expect(dialog.getByLabel("国・地域")).toBeVisible();
  await dialog.getByLabel("日本以外の電話番号").uncheck();
  await dialog.getByLabel(/お名前/).fill(name);
  await dialog.getByRole("button", { name: "追加する" }).click();
  await expect(page.getByText("お客様を登録しました。")).toBeVisible();
  await expect(dialog).toBeHidden();

  await add(page, "別の名前", number);
  await expect(page.getByRole("alert").filter({ hasText: `${name}様が` })).toBeVisible();
  await page.getByRole("button", { name: "キャンセル" }).click();

  await page.getByRole("button", { name: "お客様を検索" }).click();
  const search = page.getByRole("dialog", { name: "お客様の検索" });
  await search.getByLabel("キーワード").fill(name);
  await checkAccessibility(page);
  await search.getByRole("button", { name: "検索する" }).click();
  await expect(page.getByText(`キーワード：${name}`)).toBeVisible();
  await page.getByRole("link", { name }).click();

  await expect(page.getByRole("heading", { level: 1, name: `${name} 様` })).toBeVisible();
  await page.getByRole("button", { name: "編集" }).click();
  const edit = page.getByRole("dialog", { name: "お客様の情報を編集" });
  await edit.getByLabel("お客様メモ").fill("左利き");
  await edit.getByLabel("顧客グループ").click();
  await page.getByRole("option", { name: "常連" }).click();
  await edit.getByRole("button", { name: "保存する" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText("左利き")).toBeVisible();
  await expect(page.getByLabel("顧客グループ")).toHaveText("常連");
  await page.getByLabel("顧客グループ").click();
  await page.getByRole("option", { name: "グループなし" }).click();
  await page.getByRole("button", { name: "グループを変更" }).click();
  await expect(page.getByText("顧客グループを更新しました。")).toBeVisible();
  await checkAccessibility(page);
});

// F162
test("an exact search accepts a number in any notation", async ({ page }) => {
  const { name, number } = newGuest();
  await openList(page);
  await add(page, name, number);
  await expect(page.getByText("お客様を登録しました。")).toBeVisible();
  await page.getByRole("button", { name: "お客様を検索" }).click();
  const search = page.getByRole("dialog", { name: "お客様の検索" });
  await search.getByRole("tab", { name: "完全一致" }).click();
  await search.getByRole("button", { name: "電話番号で検索する" }).click();
  await expect(search, "nothing to search for").toBeVisible();
  await search
    .getByLabel("電話番号", { exact: true })
    .fill(`${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`);
  await search.getByRole("button", { name: "電話番号で検索する" }).click();
  await expect(page).toHaveURL(new RegExp(`profile_phone_local_number_eq%5D=${number.slice(1)}$`));
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(1);
  await page.getByRole("button", { name: "お客様を検索" }).click();
  await search.getByRole("tab", { name: "完全一致" }).click();
  await search.getByLabel("メールアドレス", { exact: true }).fill(" HANAKO@seki.test ");
  await search.getByRole("button", { name: "メールアドレスで検索する" }).click();
  await expect(page.getByRole("row").filter({ hasText: "hanako@seki.test" })).toHaveCount(1);
});

// F165
test("records of one person are merged after a confirmation that names them", async ({ page }) => {
  const people = [newGuest(), newGuest(), newGuest(), newGuest(), newGuest()];
  await openList(page);
  for (const { name, number } of people) {
    await add(page, name, number);
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  const [primary, ...others] = people.map(({ name }) => name);
  await openList(page, `?keywords=${encodeURIComponent(primary ?? "")}`);
  await page.getByRole("link", { name: primary ?? "" }).click();
  await page.getByRole("button", { name: "ほかのお客様と関連付ける" }).click();
  const dialog = page.getByRole("dialog", { name: "お客様を関連付ける" });
  await expect(dialog.getByRole("button", { name: /^関連付ける/ })).toBeDisabled();
  for (const name of others)
    await dialog
      .getByRole("checkbox", { name: new RegExp(name) })
      .first()
      .click();
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "関連付ける（4名）" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(/試験\S+様、試験\S+様、試験\S+様 等4名/);
  await question.getByRole("button", { name: "関連付ける" }).click();
  await expect(page.getByText("4名のお客様を関連付けました。")).toBeVisible();
  await openList(page, `?keywords=${encodeURIComponent(others[0] ?? "")}`);
  await expect(page.getByText("条件に合うお客様はいません。")).toBeVisible();
});

// F164
test("several customers change their group after the browser's confirmation", async ({ page }) => {
  const { name, number } = newGuest();
  await openList(page);
  await add(page, name, number);
  await expect(page.getByText("お客様を登録しました。")).toBeVisible();
  await openList(page, `?keywords=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "顧客グループの一括変更" }).click();
  const bulk = page.getByRole("region", { name: "顧客グループの一括変更" });
  const apply = bulk.getByRole("button", { name: "一括変更する" });
  await expect(apply).toBeDisabled();
  await bulk.getByLabel("変更後のグループ").selectOption("常連");
  await expect(apply).toBeDisabled();
  await page.getByRole("row").filter({ hasText: name }).getByRole("checkbox").check();
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.message());
    void (asked.length === 1 ? question.dismiss() : question.accept());
  });
  await apply.click();
  await expect(page.getByRole("row").filter({ hasText: name })).not.toContainText("常連");
  await apply.click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("常連");
  expect(asked[0]).toBe("1名の顧客グループを「常連」に変更します。よろしいですか？");
  await expect(page.getByText("1名の顧客グループを更新しました。")).toBeVisible();
});

// F171
test("a number is blacklisted, rejected twice, and restored after it was removed", async ({ page }) => {
  const { number } = newGuest();
  await page.goto("/owners/restaurant_blacklisted_phone_numbers");
  await page.getByRole("button", { name: "電話番号を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "電話番号を追加" });
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.getByText("電話番号は必須です。")).toBeVisible();
  await dialog.getByLabel("日本以外").check();
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.getByText("国番号を選択してください。")).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByLabel("日本以外").uncheck();
  await dialog.getByLabel("電話番号", { exact: true }).fill(number);
  await dialog.getByLabel("メモ").fill("無断キャンセル");
  await dialog.getByRole("button", { name: "保存する" }).click();
  const shown = `${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`;
  const entry = page.getByRole("row").filter({ hasText: shown });
  await expect(entry).toBeVisible();
  await page.getByRole("button", { name: "電話番号を追加" }).click();
  const input = dialog.getByLabel("電話番号", { exact: true });
  await input.fill(number);
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(input, "the error belongs to its input").toHaveAccessibleDescription(
    "この電話番号はすでに登録されています。",
  );
  await expect(dialog.getByText("保存に失敗しました。再度お試しください。")).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "キャンセル" }).click();
  await entry.getByRole("button", { name: `${shown}を削除` }).click();
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(entry).toContainText("無断キャンセル");
  await entry.getByRole("button", { name: `${shown}を編集` }).click();
  const edit = page.getByRole("dialog", { name: "電話番号を編集" });
  await edit.getByLabel("メモ").fill("要注意");
  await edit.getByRole("button", { name: "保存する" }).click();
  await expect(entry).toContainText("要注意");
  await page.getByLabel("電話番号・メモで絞り込み").fill("該当なし");
  await expect(page.getByText("該当する電話番号はありません。")).toBeVisible();
  await expect(page, "the filter is in the address").toHaveURL(/filter=/);
  await page.reload();
  await expect(page.getByLabel("電話番号・メモで絞り込み")).toHaveValue("該当なし");
  await page.getByLabel("電話番号・メモで絞り込み").fill(shown);
  await expect(entry).toBeVisible();
  await checkAccessibility(page);
});

test("a failed request is reported immediately, and is not sent later", async ({ page, context, complaints }) => {
  const { number } = newGuest();
  await page.goto("/owners/restaurant_blacklisted_phone_numbers");
  await page.getByRole("button", { name: "電話番号を追加" }).click();
  const dialog = page.getByRole("dialog", { name: "電話番号を追加" });
  await dialog.getByLabel("電話番号", { exact: true }).fill(number);
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "保存する" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "キャンセル" }).click();
  await expect(dialog).toBeHidden();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("button", { name: "電話番号を追加" })).toBeVisible();
  await expect(page.getByText(number.slice(-4)), "it was given up").toHaveCount(0);
  expect(sent).not.toContain("POST");
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED")));
});

test("the list works on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page);
  await expect(page.getByRole("list", { name: "お客様" }).getByRole("listitem").first()).toBeVisible();
  await isAtMostWide(page, 390);
  await checkAccessibility(page);
});

test("the longest texts never make the list wider than the page", async ({ page }) => {
  const { name, number } = newGuest();
  const word = `${name}${"W".repeat(100 - name.length)}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page);
  await add(page, word, number);
  await expect(page.getByText("お客様を登録しました。")).toBeVisible();
  await openList(page, `?keywords=${name}`);
  await page.getByRole("link", { name: word }).click();
  await page.getByRole("button", { name: "編集", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("お客様メモ").fill("甲殻類アレルギー。".repeat(50) + "W".repeat(4000));
  await dialog.getByRole("button", { name: /保存|更新/ }).click();
  await expect(dialog).toBeHidden();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await isAtMostWide(page, width, `the customer's page at ${width}`);
    await openList(page, `?keywords=${name}`);
    await expect(page.getByRole("link", { name: word })).toBeVisible();
    await isAtMostWide(page, width, `the list at ${width}`);
    await page.goBack();
  }
});

test("a colleague's change to a guest is shown before it is overwritten", async ({ page, baseURL }) => {
  const { name, number } = newGuest();
  await openList(page);
  await add(page, name, number);
  await expect(page.getByText("お客様を登録しました。")).toBeVisible();
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: `${name} 様` })).toBeVisible();
  const colleague = await Staff.signedIn(baseURL ?? "");
  const uid = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const note = (text: string) =>
    colleague.patch(`/owners/api/customers/${uid}`, { customer: { profile_attributes: { internal_memo: text } } });

  await page.getByRole("button", { name: "編集", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "お客様の情報を編集" });
  const memo = dialog.getByRole("textbox", { name: "お客様メモ" });
  const save = dialog.getByRole("button", { name: "保存する" });
  await memo.fill("窓側が好き");
  await note("左利き");
  await save.click();
  await expect(dialog.getByText("ほかのスタッフが先に書き換えました。", { exact: false })).toBeVisible();
  const changed = dialog.getByRole("alert").filter({ hasText: "ほかのスタッフが「" });
  await expect(changed).toContainText("左利き");
  await expect(memo).toHaveValue("窓側が好き");
  await expect(save).toBeDisabled();
  await checkAccessibility(page);
  await memo.fill("左利き、窓側が好き");
  await changed.getByRole("button", { name: "自分の入力を残す" }).click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("左利き、窓側が好き").first()).toBeVisible();

  await page.getByRole("button", { name: "編集", exact: true }).click();
  await expect(memo, "what is saved is no draft any more").toHaveValue("左利き、窓側が好き");
  await memo.fill("取り消す");
  await note("常連");
  await save.click();
  await changed.getByRole("button", { name: "相手の内容にする" }).click();
  await expect(memo).toHaveValue("常連");
  await colleague.close();
});
