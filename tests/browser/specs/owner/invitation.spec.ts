import type { BrowserContext, Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { unusedContact } from "../../support/diner";
import type { Diner } from "../../support/diner";
import { Staff, laterThan, openDay, putReviewsOff, tomorrowOf } from "../../support/staff";
import { CARDS, fillCard, fillSignUp } from "../../support/steps";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const RESERVE = "店頭予約・招待";

/** The dialog for one seat of the counter, opened with the keyboard in the search field. */
async function openDialog(page: Page, seat: string, time: string) {
  await page.getByRole("gridcell", { name: `${seat} ${time}` }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: RESERVE }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
  return dialog;
}

/** The page behind the link in the mail to that address, as a diner or a visitor sees it. */
async function openInvitation(context: BrowserContext, diner: Diner, address: string, baseURL = ""): Promise<Page> {
  const { text } = await diner.message(/ご招待/, address);
  const link = text.match(/https?:\/\/\S+invited_token=\S+/)?.[0];
  expect(link, text).toBeTruthy();
  await diner.enter(context);
  const guest = await context.newPage();
  const target = new URL(link ?? "");
  await guest.goto(new URL(target.pathname + target.search, baseURL).href);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("ご招待");
  return guest;
}

// F079, F133, S-D-040
test("a guest is invited by mail, signs up, accepts, reduces the party, and is on the calendar", async ({
  page,
  browser,
  baseURL,
  guest: visitor,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);
  const address = `invited-${Date.now().toString(36)}@example.test`;

  const dialog = await openDialog(page, "P1", "12:00");
  await page.keyboard.type(address);
  await expect(dialog.getByRole("option", { name: /新しいお客様として登録/ })).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("お名前").fill("高橋");
  await expect(dialog.getByRole("tab", { name: "メールアドレス" })).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await expect(dialog.getByRole("button", { name: "招待を送る", pressed: true })).toBeVisible();
  await expect(dialog.getByLabel(/72時間前/)).toBeChecked();
  await dialog.getByRole("combobox", { name: "人数" }).selectOption("3");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "招待を送る" }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("招待を送信しました。")).toBeVisible();
  await expect(grid.getByRole("button", { name: /高橋/ })).toBeVisible();

  // A complete stranger, on a phone: the invitation waits behind the account.
  const context = await browser.newContext({ locale: "ja-JP", viewport: { width: 390, height: 844 } });
  const guest = await openInvitation(context, visitor, address, baseURL);
  await checkAccessibility(guest);
  await guest.getByRole("link", { name: "会員登録して招待を受ける" }).click();
  await expect(guest.getByText(/^鮨かぐら .*のご招待にお返事いただけます。$/)).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(/^鮨かぐら .*のご招待にお返事いただけます。$/)).toBeVisible();
  await fillSignUp(guest, visitor, unusedContact());
  await guest.getByRole("button", { name: "登録する", exact: true }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("ご招待");
  await guest.reload();
  await guest.getByLabel("キャンセルポリシーに同意します").check();
  await guest.getByRole("button", { name: "招待を受ける" }).click();
  await expect(guest.getByText("ご予約が確定しました。")).toBeVisible();
  await guest.goBack();
  await expect(
    guest.getByRole("link", { name: "ご予約を見る" }).or(guest.getByText("予約が確定")).first(),
  ).toBeVisible();
  await guest.goto("/users/invited_reservations");
  await guest.getByRole("link", { name: "鮨かぐら" }).click();
  const fewer = guest.getByRole("button", { name: "人数を変更する" });
  await guest.getByLabel("新しい人数").selectOption("2");
  await expect(fewer).toBeDisabled();
  await guest.getByLabel("人数を減らすと元に戻せないことに同意します").check();
  await checkAccessibility(guest);
  await fewer.click();
  const question = guest.getByRole("alertdialog", { name: "人数を2名に変更しますか" });
  await question.getByRole("button", { name: "OK" }).click();
  await expect(question).toBeHidden();
  await expect(guest.getByRole("definition").filter({ hasText: /^2名$/ })).toBeVisible();
  await context.close();

  await expect(grid.getByRole("button", { name: /木村 葉子/ })).toBeVisible();
  await staff.close();
});

test("an invitation to a prepaid course requires a card, then the payment", async ({
  page,
  browser,
  baseURL,
  fresh,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  await openDay(page, date, SUSHI);
  const address = `paying-${Date.now().toString(36)}@example.test`;
  const dialog = await openDialog(page, "C8", "20:00");
  await page.keyboard.type(address);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("お名前").fill("高橋");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByLabel("コース").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "招待を送る" }).last().click();
  await expect(page.getByText("招待を送信しました。")).toBeVisible();

  const context = await browser.newContext({ locale: "ja-JP" });
  const guest = await openInvitation(context, await fresh(), address, baseURL);
  await guest.getByLabel("キャンセルポリシーに同意します").check();
  await expect(guest.getByRole("button", { name: "招待を受ける" })).toBeDisabled();
  await fillCard(guest, CARDS.plain);
  await checkAccessibility(guest);
  await guest.getByRole("button", { name: "カードを登録する" }).click();
  await expect(guest.getByText("末尾 4242")).toBeVisible();
  await expect(guest.getByText("カードを登録しました。")).toBeVisible();
  await guest.getByRole("button", { name: "招待を受ける" }).click();
  await expect(guest.getByText("ご予約が確定しました。")).toBeVisible();
  await context.close();
  await staff.close();
});

// F125, F130, F131
test("a phone booking is made with the keyboard alone, moved to another time and seat, and deleted", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  await staff.enter(page.context());
  const grid = await openDay(page, date, SUSHI);

  const dialog = await openDialog(page, "C1", "12:00");
  const number = `0${unusedContact().localNumber}`;
  await page.keyboard.type(number);
  // Faster than the search: Enter waits for what it finds.
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("お名前")).toBeFocused();
  await page.keyboard.type("佐藤");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "予約を登録する" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("予約を登録しました。").first()).toBeVisible();

  await grid.getByRole("button", { name: /佐藤/ }).click();
  const pane = page.getByRole("complementary");
  await pane.getByLabel("開始").selectOption("12:30");
  await pane.getByLabel("終了").selectOption("13:30");
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(page.getByText("更新しました。")).toBeVisible();
  await expect(pane.getByText(/12:30–13:30/)).toBeVisible();

  const seats = pane.getByRole("group", { name: "座席" });
  await expect(seats.getByRole("button", { pressed: true })).toHaveText(/^C1/);
  await seats.getByRole("button", { name: "C3 空き" }).click();
  await expect(seats.getByRole("button", { pressed: true })).toHaveText(/^C3/);
  await checkAccessibility(page);
  await pane.getByRole("button", { name: "更新する" }).click();
  await expect(pane.getByText("カウンター C3")).toBeVisible();
  const top = async (name: string | RegExp, role: "button" | "gridcell") =>
    (await grid.getByRole(role, { name }).boundingBox())?.y ?? 0;
  const isInRow = async () => Math.abs((await top(/佐藤/, "button")) - (await top("C3 12:30", "gridcell"))) < 8;
  await expect.poll(isInRow).toBe(true);
  await pane.getByRole("button", { name: "予約を削除" }).click();
  await expect(page.getByText(/佐藤.*を削除しました。席は空席に戻りました。/)).toBeVisible();
  await page.keyboard.press("Escape");

  // A known guest is found by their number, again with Enter pressed immediately.
  await openDialog(page, "C1", "12:00");
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await expect(dialog.getByText("佐藤")).toBeVisible();
  await staff.close();
});

test("today's guests are found without typing a name", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const today = laterThan(await tomorrowOf(staff, SUSHI), -1);
  await staff.enter(page.context());
  await putReviewsOff(page, today);
  const grid = await openDay(page, today, SUSHI);
  const dialog = await openDialog(page, "C1", "20:00");
  await page.keyboard.type("本日 太郎");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByLabel("コース").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "予約を登録する" }).click();
  await expect(grid.getByRole("button", { name: /本日 太郎/ })).toBeVisible();

  await openDialog(page, "C2", "20:00");
  await dialog.getByRole("button", { name: "本日ご来店のお客様" }).click();
  const guest = dialog.getByRole("option", { name: /本日 太郎/ });
  await expect(guest).toBeVisible();
  await checkAccessibility(page);
  const search = dialog.getByRole("combobox", { name: "お客様を検索" });
  await search.fill("いないお客様");
  await expect(dialog.getByText("該当するお客様は見つかりませんでした。")).toBeVisible();
  await search.press("Enter");
  await expect(search, "there is no guest to choose").toBeVisible();
  await search.fill("太郎");
  await search.press("Enter");
  await expect(dialog.getByText("本日 太郎")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await staff.close();
});

// F137, F139
test("the list is filtered, keeps the filter in its address, and leads to a cancel request", async ({
  page,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await tomorrowOf(staff, SUSHI);
  await staff.enter(page.context());
  await page.goto("/owners/reservations");
  await expect(page.getByRole("heading", { level: 1, name: "予約一覧" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "検索条件" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("確定").check();
  await dialog.getByLabel("Web予約").check();
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "この条件で表示" }).click();
  await expect(page).toHaveURL(/q%5Bstatus_in%5D%5B%5D=accepted/);
  await expect(page.getByRole("status").filter({ hasText: "確定" })).toBeVisible();
  await page.getByRole("table").getByRole("link", { name: /17:30/ }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "予約の詳細" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "キャンセルを申請する" }).click();
  const submit = page.getByRole("button", { name: "申請する" });
  await expect(submit).toBeDisabled();
  await page.getByLabel("キャンセル料を請求しないことに同意します").check();
  await page.getByLabel("キャンセルについてお客様の同意を得ています").check();
  await page.getByLabel("店舗の都合").check();
  await expect(page.getByLabel("予約枠を削除する")).toBeChecked();
  await expect(page.getByLabel("予約枠を削除する")).toBeDisabled();
  await expect(submit).toBeEnabled();
  await checkAccessibility(page);
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "入力した内容を破棄しますか？" });
  await expect(question, "the selection is not lost silently").toBeVisible();
  await question.getByRole("button", { name: "破棄する" }).click();
  await expect(page.getByText("戻る・進む操作で表示された内容です。")).toBeVisible();
  await staff.close();
});
