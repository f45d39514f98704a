import { expect, test } from "../../support/test";
import { openSlot } from "../../support/slots";

const SLUG = "yakitori-tomoshibi";

test.beforeEach(({ clock }) => clock.stop());

// F070
test("a hold expires on the open page, and the seat is free again", async ({ page, fresh, freeDay, clock }) => {
  const diner = await fresh();
  const date = await freeDay(SLUG);
  const uid = await openSlot(diner, SLUG, date);
  await diner.enter(page.context());
  await page.clock.install();
  await page.goto(`/r/${SLUG}/reservations/${uid}/review`);
  const timer = page.getByRole("timer", { name: "確保の残り時間" });
  await expect(timer).toHaveText(/^(10:00|09:\d\d)$/);

  const { seconds_to_complete: left } = (
    await diner.page<{ hold: { seconds_to_complete: number } }>(`/r/${SLUG}/reservations/${uid}/review`)
  ).hold;
  await clock.advance(left - 50);
  await page.reload();
  await expect(timer).toHaveText(/^00:[0-5]\d$/);
  await clock.advance(51);
  await page.clock.fastForward("00:51");
  const over = page.getByRole("alertdialog", { name: "確保の時間が過ぎました" });
  await expect(over).toBeVisible();
  await over.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /焼鳥ともしび/ })).toBeVisible();
  const { reservations } = await diner.page<{ reservations: unknown[] }>("/users/upcoming_reservations");
  expect(reservations).toEqual([]);
  const free = await diner.day(SLUG, date);
  expect(free.groups.length).toBeGreaterThan(0);
});

// F070
test("a hold expires with the browser closed, too, and its page reports it", async ({
  page,
  fresh,
  freeDay,
  clock,
}) => {
  const diner = await fresh();
  const uid = await openSlot(diner, SLUG, await freeDay(SLUG));
  await clock.advance(601);
  await diner.enter(page.context());
  await page.goto(`/r/${SLUG}/reservations/${uid}/review`);
  await expect(page.getByRole("timer", { name: "確保の残り時間" })).toBeHidden();
  await expect(page.getByRole("button", { name: "予約を確定する" })).toBeHidden();
  await expect(page.getByText(/時間|期限|終了/).first()).toBeVisible();
  const status = async () =>
    (await diner.page<{ reservation: { status: string } }>(`/users/reservations/${uid}`)).reservation.status;
  await expect.poll(status, "the worker sweeps every second, by a clock that follows within one").toBe("expired");
});
