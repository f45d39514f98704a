import { CARDS, answerBank } from "../../support/steps";
import { ignoreConnectionErrors, holdsOut } from "../../support/holds-out";
import { expect, test } from "../../support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a fee that needs authentication is paid from the list", async ({ page, fresh, complaints, clock }) => {
  const diner = await fresh();
  const { dates } = await diner.availability("kaiseki-hanaikada");
  const day = await diner.day("kaiseki-hanaikada", dates[0] ?? "");
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error("no dinner on the first free day");
  const uid = await diner.hold("kaiseki-hanaikada", day, dinner, dinner.guests_count_option_values[0] ?? 1);
  await diner.confirm("kaiseki-hanaikada", uid);
  await diner.registerCard(CARDS.asks);
  const { reservation } = await diner.page<{ reservation: { starts_at: string } }>(`/users/reservations/${uid}`);
  await clock.advance((Date.parse(reservation.starts_at) - (await clock.now())) / 1000 - 20 * 3600);
  await diner.enter(page.context());
  await page.goto(`/users/reservations/${uid}`);
  await page.getByRole("button", { name: "予約をキャンセルする" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "キャンセルする" }).click();
  await expect(page.getByText("予約をキャンセルしました。")).toBeVisible();
  await diner.message(/お支払いのお願い/);

  await holdsOut(page, {
    name: "the open fee",
    arrive: async () => {
      await page.goto("/");
      await page.goto("/users/upcoming_reservations");
    },
    kept: (shown) => expect(shown.getByText(/のお支払いが済んでいません/)).toBeVisible(),
    press: (shown) => shown.getByRole("button", { name: "支払う" }).tap(),
  });
  ignoreConnectionErrors(complaints);
  const open = page.getByRole("article").filter({ hasText: "のお支払いが済んでいません" });
  await expect(open).toContainText("本人認証");
  await page.screenshot({ path: test.info().outputPath("open-payment.png") });
  await open.getByRole("button", { name: "支払う" }).click();
  await answerBank(page, "pass", /ご利用金額/);
  await expect(page.getByText("お支払いが完了しました。")).toBeVisible();
  await expect(page.getByRole("button", { name: "支払う" })).toBeHidden();
  await diner.message(/キャンセル料のお支払いが完了/);
});
