import { checkAccessibility } from "../support/axe";
import { openSlot } from "../support/slots";
import { CARDS } from "../support/steps";
import { expect, test } from "../support/test";

const SUSHI = "sushi-kagura";

const ja = {
  lang: "ja",
  document: "領収書・請求書を発行する",
  issue: "発行する",
  receipt: "領収書",
  refund: /^返金の書類 C-/,
  refunded: "返金あり",
  title: "適格返還請求書",
};

const en: typeof ja = {
  lang: "en",
  document: "Issue a receipt or invoice",
  issue: "Issue",
  receipt: "Receipt",
  refund: /^Refund document C-/,
  refunded: "Refunded",
  title: "Qualified return invoice",
};

for (const w of [ja, en]) {
  test(`a refund has a document, and marks the receipt that was issued before (${w.lang})`, async ({
    page,
    fresh,
    freeDay,
  }) => {
    const diner = await fresh({ locale: w.lang });
    await diner.registerCard(CARDS.plain);
    const uid = await openSlot(diner, SUSHI, await freeDay(SUSHI), 1);
    await diner.confirm(SUSHI, uid);
    await diner.enter(page.context());
    const history = `/${w.lang}/users/profile/payment_histories`;
    await page.goto(history);
    // The prepaid course was charged after the fee.
    const charge = page.getByRole("article").first();
    await charge.getByRole("button", { name: w.document }).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("dialog").getByRole("button", { name: w.issue, exact: true }).click();
    const receipt = await opened;
    await expect(receipt.getByRole("heading", { level: 1, name: w.receipt })).toBeVisible();
    await diner.remove(`/users/api/reservations/${uid}`);

    const refund = page.getByRole("link", { name: w.refund });
    await expect(async () => {
      await page.goto(history);
      await expect(refund).toBeVisible({ timeout: 1_000 });
    }, "the sweep issues the document").toPass({ timeout: 60_000 });
    await checkAccessibility(page);
    const document = page.waitForEvent("popup");
    await refund.click();
    const paper = await document;
    await expect(paper.getByRole("heading", { level: 1, name: w.title })).toBeVisible();
    await checkAccessibility(paper);

    await receipt.reload();
    await expect(receipt.getByText(w.refunded, { exact: true })).toBeVisible();
    await expect(receipt.getByRole("link", { name: /C-\d+/ })).toBeVisible();
    await receipt.setViewportSize({ width: 390, height: 844 });
    await checkAccessibility(receipt);
  });
}
