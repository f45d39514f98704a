import { expect, test } from "../../support/test";
import { chooseSeat, proceedToReview } from "../../support/steps";

interface Restaurant {
  restaurant: { online_starts_at: string };
}

// F056
test("a diner chooses before an opening, and books the second the countdown ends", async ({
  page,
  guest,
  fresh,
  clock,
}) => {
  const diner = await fresh();
  const { online_starts_at } = (await guest.page<Restaurant>("/r/tempura-soon")).restaurant;
  await clock.stop();
  await clock.advance((Date.parse(online_starts_at) - (await clock.now())) / 1000 - 90);
  await diner.enter(page.context());
  await page.clock.install();
  await page.goto("/r/tempura-soon");
  await page.getByRole("link", { name: "予約する" }).filter({ visible: true }).first().click();
  await page
    .getByRole("gridcell")
    .getByRole("button", { name: /空席あり$/ })
    .last()
    .click();
  await chooseSeat(page, /檜カウンター 18:00/);
  const proceed = page.getByRole("button", { name: "予約内容の確認へ進む" });
  await expect(proceed).toBeDisabled();
  await expect(page.getByRole("timer").filter({ hasText: /受付開始まで 0[01]:\d\d/ })).toBeVisible();
  await clock.advance(91);
  await page.clock.fastForward("01:31");
  await expect(proceed).toBeEnabled();
  await expect(page.getByText(/受付開始まで/)).toBeHidden();
  await proceedToReview(page);
});
