import { chooseSeat, pickDay, proceedToReview, showToday } from "../support/steps";
import { openSlot } from "../support/slots";
import { expect, test } from "../support/test";

test("a seat that another diner took leads back, with the day still chosen", async ({ page, fresh, as, freeDay }) => {
  const diner = await fresh();
  await diner.enter(page.context());
  await page.goto("/r/sushi-kagura/reservations/new");
  const date = await freeDay("sushi-kagura");
  await pickDay(page, date);
  await chooseSeat(page, /個室「朧」/);
  await page.getByLabel("開始時間").selectOption("18:30");

  const faster = await as("kenji@seki.test");
  const day = await faster.day("sushi-kagura", date);
  const privateRoom = day.groups.find(({ display_title }) => display_title.startsWith("個室"));
  if (!privateRoom) throw new Error("no private room");
  const taken = await faster.hold("sushi-kagura", day, privateRoom, 4);

  await page.getByRole("button", { name: "予約内容の確認へ進む" }).click();
  const gone = page.getByRole("alert").filter({ hasText: "この席は埋まりました" });
  await expect(gone).toBeVisible();
  await expect(gone.getByRole("button")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "予約内容の確認へ進む" })).toBeHidden();

  await gone.getByRole("button", { name: "この日の空席を見直す" }).click();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page.getByRole("radio", { name: /カウンター 17:30/ })).toBeVisible();
  await expect(page.getByRole("radio", { name: /個室/ })).toBeHidden();
  await chooseSeat(page, /カウンター 17:30/);
  await proceedToReview(page);
  await faster.remove(`/users/api/reservations/${taken}`);
});

// F037
test("a day that cannot be booked shows the reason and is not chosen", async ({ page }) => {
  // Of tomorrow's neighbours one is sold out, and one is a holiday of the restaurant.
  const sold: string[] = [];
  await page.route("**/users/api/availability/dates?*", async (route) => {
    const answer = await route.fetch();
    const month = (await answer.json()) as { available_dates: string[]; closed_dates: string[] };
    const [full, holiday, ...available_dates] = month.available_dates;
    // The page also reads the following month, which stays as it is.
    if (sold.length > 0 || full === undefined || holiday === undefined) return route.fulfill({ response: answer });
    sold.push(full, holiday);
    await route.fulfill({ response: answer, json: { ...month, available_dates, closed_dates: [holiday] } });
  });
  await page.goto("/r/kaiseki-hanaikada");
  const today = await showToday(page);
  await expect(today, "seats are left, and the cut-off has passed").toHaveAccessibleName(/本日 受付終了$/);
  const day = (date = "") => page.locator(`[role=grid] [data-date="${date}"]`);
  await today.click();
  await expect(page.getByRole("alertdialog", { name: /の受付は終了しました。$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  if (!(await day(sold[0]).isVisible())) await page.getByRole("button", { name: "次の月", exact: true }).click();
  for (const [date, name] of [
    [sold[0], /は満席です。$/],
    [sold[1], /は休業日です。$/],
  ] as const) {
    await day(date).click();
    const alert = page.getByRole("alertdialog", { name });
    await expect(alert).toBeVisible();
    await alert.getByRole("button", { name: "OK" }).click();
    await expect(alert).toBeHidden();
    await expect(day(date), "the focus is where it was").toBeFocused();
  }
  await expect(page).toHaveURL(/\/r\/kaiseki-hanaikada$/);
  await expect(page.getByRole("gridcell", { selected: true })).toHaveCount(0);
});

// F055
test("the page reports an expired token, and reloads", async ({ page, as }) => {
  const diner = await as("hanako@seki.test");
  await diner.enter(page.context());
  await page.clock.install();
  await page.goto("/r/sushi-kagura/reservations/new");
  await expect(
    page
      .getByRole("gridcell")
      .getByRole("button", { name: /空席あり$/ })
      .first(),
  ).toBeVisible();
  await page.clock.fastForward("09:50");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.clock.fastForward("00:15");
  const alert = page.getByRole("alertdialog", { name: "ページの有効期限が切れました" });
  await expect(alert).toBeVisible();
  const reloaded = page.waitForEvent("load");
  await alert.getByRole("button", { name: "OK" }).click();
  await reloaded;
  await expect(
    page
      .getByRole("gridcell")
      .getByRole("button", { name: /空席あり$/ })
      .first(),
  ).toBeVisible();
  await expect(alert).toBeHidden();
});

// F061
test("choosing a seat again resets guests, time and course", async ({ page, as, freeDay }) => {
  const diner = await as("hanako@seki.test");
  await diner.enter(page.context());
  await page.goto("/r/sushi-kagura/reservations/new");
  await pickDay(page, await freeDay("sushi-kagura"));
  const choose = async (name: RegExp) => {
    await page.getByRole("radio", { name }).click();
    await expect(page.getByRole("radio", { name })).toBeChecked();
  };
  await choose(/カウンター 17:30/);
  await expect(page.getByLabel("人数")).toHaveValue("1");
  await expect(page.getByLabel("開始時間").locator("option:checked")).toHaveText("17:30");
  await expect(page.getByRole("radio", { name: /^特上おまかせコース/ })).toBeChecked();
  await page.getByLabel("人数").selectOption("4名");
  await page.getByRole("radio", { name: /^おまかせコース/ }).click();

  await choose(/個室「朧」/);
  await expect(page.getByLabel("人数")).toHaveValue("2");
  await expect(page.getByLabel("開始時間")).toHaveValue("");
  await page.getByRole("button", { name: "予約内容の確認へ進む" }).click();
  const missing = page.getByRole("alertdialog", { name: "開始時間を選んでください。" });
  await expect(missing).toBeVisible();
  await missing.getByRole("button", { name: "OK" }).click();
  await choose(/カウンター 17:30/);
  await expect(page.getByLabel("人数")).toHaveValue("1");
});

// F048
test("signed out, seats are shown, and the hold requires sign-in and keeps the choice", async ({ page, freeDay }) => {
  await page.goto("/r/sushi-kagura");
  await page.getByRole("link", { name: "予約する" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐらを予約する" })).toBeVisible();
  await pickDay(page, await freeDay("sushi-kagura"));
  await chooseSeat(page, /カウンター 17:30/);
  await page.getByRole("button", { name: "予約内容の確認へ進む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  await page.getByLabel("メールアドレス").fill("hanako@seki.test");
  await page.getByLabel("パスワード", { exact: true }).fill("Seki-2026");
  await page.getByRole("button", { name: "ログインする" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "鮨かぐらを予約する" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /カウンター 17:30/ })).toBeChecked();
  await expect(page.getByLabel("人数", { exact: true })).toHaveValue("2");
});

test("a tab of a hold that another tab completed leads to the booking, and cancels nothing", async ({
  page,
  fresh,
  freeDay,
}) => {
  const slug = "yakitori-tomoshibi";
  const diner = await fresh();
  const uid = await openSlot(diner, slug, await freeDay(slug));
  await diner.enter(page.context());
  await page.goto(`/r/${slug}/reservations/${uid}/review`);
  await expect(page.getByRole("timer", { name: "確保の残り時間" })).toBeVisible();
  await diner.confirm(slug, uid);

  await page.getByRole("button", { name: "予約をやめる" }).click();
  const question = page.getByRole("alertdialog", { name: "予約をやめますか" });
  await question.getByRole("button", { name: "予約をやめる" }).click();
  await expect(page).toHaveURL(new RegExp(`/users/reservations/${uid}$`));
  await expect(page.getByText("この予約はすでに確定しています。")).toBeVisible();
  const { reservation } = await diner.page<{ reservation: { status: string } }>(`/users/reservations/${uid}`);
  expect(reservation.status).toBe("accepted");
});
