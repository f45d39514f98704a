import { CARDS, pickDay, chooseSeat, proceedToReview, tickEverything } from "../support/steps";
import { openSlot } from "../support/slots";
import { expect, test } from "../support/test";

const yen = (amount: number) => `${amount.toLocaleString("en")}円`;

// F069
test("cancelling on the review page releases the seat and leads back to the restaurant", async ({
  page,
  fresh,
  freeDay,
}) => {
  const diner = await fresh();
  await diner.enter(page.context());
  await page.goto("/r/kaiseki-hanaikada/reservations/new");
  const date = await freeDay("kaiseki-hanaikada");
  await pickDay(page, date);
  await chooseSeat(page, /テーブル席 17:30/);
  await page.getByLabel("開始時間").selectOption("17:30");
  const before = await diner.day("kaiseki-hanaikada", date);
  await proceedToReview(page);

  await page.getByRole("button", { name: "予約をやめる" }).click();
  const question = page.getByRole("alertdialog", { name: "予約をやめますか" });
  await question.getByRole("button", { name: "続ける" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("timer", { name: "確保の残り時間" })).toBeVisible();

  await page.getByRole("button", { name: "予約をやめる" }).click();
  await question.getByRole("button", { name: "予約をやめる" }).click();
  await expect(page).toHaveURL(/\/r\/kaiseki-hanaikada/);
  await expect(page.getByRole("heading", { level: 1, name: /懐石はないかだ/ })).toBeVisible();
  await expect
    .poll(async () =>
      (await diner.day("kaiseki-hanaikada", date)).groups.map((group) => group.guests_count_option_values),
    )
    .toEqual(before.groups.map((group) => group.guests_count_option_values));
});

test("a hold is continued from the list of reservations", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  const uid = await openSlot(diner, "kaiseki-hanaikada", await freeDay("kaiseki-hanaikada"));
  await diner.enter(page.context());
  await page.goto("/users/upcoming_reservations");
  await page.getByRole("link", { name: "手続きを続ける" }).click();
  await expect(page).toHaveURL(new RegExp(`/reservations/${uid}/review`));
  await expect(page.getByRole("timer", { name: "確保の残り時間" })).toBeVisible();
});

test("cancelling a reservation shows the fee first, then the refund", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  const { dates } = await diner.availability("sushi-kagura");
  const day = await diner.day("sushi-kagura", dates[0] ?? "");
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error("no dinner on the first free day");
  const uid = await diner.hold("sushi-kagura", day, dinner, 1);
  await diner.confirm("sushi-kagura", uid);
  const { cancellation } = await diner.page<{ cancellation: { fee: number; refund: number } }>(
    `/users/reservations/${uid}`,
  );
  expect(cancellation.fee).toBeGreaterThan(0);
  expect(cancellation.fee + cancellation.refund).toBe(24_000);

  await diner.enter(page.context());
  await page.goto("/users/upcoming_reservations");
  await page.getByRole("link", { name: "鮨かぐら" }).click();
  await expect(page.getByRole("button", { name: "予約をキャンセルする" })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.getByRole("button", { name: "予約をキャンセルする" }).click();
  const question = page.getByRole("alertdialog", { name: "予約をキャンセルしますか" });
  await expect(question.getByRole("term").filter({ hasText: "キャンセル料" })).toBeVisible();
  await expect(question).toContainText(yen(cancellation.fee));
  await expect(question).toContainText(yen(cancellation.refund));
  await question.getByRole("button", { name: "キャンセルしない" }).click();
  await expect(page.getByText("予約確定", { exact: true }).first()).toBeVisible();

  await page.getByRole("button", { name: "予約をキャンセルする" }).click();
  await question.getByRole("button", { name: "キャンセルする" }).click();
  await expect(page.getByText("予約をキャンセルしました。")).toBeVisible();
  await expect(page.getByText("キャンセル済み").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "予約をキャンセルする" })).toBeHidden();
  const kept = page.getByRole("definition");
  await expect(kept.filter({ hasText: yen(cancellation.fee) }).last(), "what is kept").toBeVisible();
  await expect(kept.filter({ hasText: yen(cancellation.refund) }).last(), "and what goes back").toBeVisible();
  await diner.message(/キャンセル/);

  await other.getByRole("button", { name: "予約をキャンセルする" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "キャンセルする" }).click();
  await expect(other.getByRole("alertdialog")).toContainText("画面に最新の状態を表示しています");
  await expect(other.getByText("キャンセル済み").first(), "it is behind the message").toBeVisible();
});

// F062
test("a booking cannot be completed before every box is ticked", async ({ page, fresh, freeDay }) => {
  const diner = await fresh();
  await diner.registerCard(CARDS.plain);
  await diner.enter(page.context());
  await page.goto("/r/kaiseki-hanaikada/reservations/new");
  await pickDay(page, await freeDay("kaiseki-hanaikada"));
  await chooseSeat(page, /テーブル席 17:30/);
  await page.getByLabel("開始時間").selectOption("18:00");
  await page.getByRole("radio", { name: /^花筏/ }).click();
  await proceedToReview(page);
  const complete = page.getByRole("button", { name: "予約を確定する" });
  const boxes = page.getByRole("group", { name: "確認事項" }).getByRole("checkbox");
  await expect(page.getByRole("checkbox", { name: /旅行業法/ })).toBeVisible();
  const count = await boxes.count();
  expect(count).toBeGreaterThanOrEqual(4);
  await tickEverything(page);
  await expect(complete).toBeEnabled();
  for (let index = 0; index < count; index += 1) {
    await boxes.nth(index).uncheck();
    await expect(complete).toBeDisabled();
    await boxes.nth(index).check();
    await expect(complete).toBeEnabled();
  }
});
