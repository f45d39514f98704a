import { openSlot } from "../support/slots";
import { CARDS } from "../support/steps";
import { expect, test } from "../support/test";

const WIDTHS = { "on a desktop": { width: 1440, height: 900 }, "on a telephone": { width: 390, height: 844 } };

for (const [where, size] of Object.entries(WIDTHS)) {
  test(`${where} the day, the total and the button stay visible while the review scrolls`, async ({
    page,
    fresh,
    freeDay,
  }) => {
    const diner = await fresh();
    await diner.registerCard(CARDS.plain);
    await diner.enter(page.context());
    const date = await freeDay("sushi-kagura");
    const uid = await openSlot(diner, "sushi-kagura", date);
    await page.setViewportSize(size);
    await page.goto(`/r/sushi-kagura/reservations/${uid}/review`);
    const [month, day] = date.split("-").slice(1).map(Number);
    const bar = page.getByRole("group", { name: "この内容で確定する" });
    const order = page.getByRole("region", { name: "お申し込みの最終確認" });
    const isWide = size.width > 1000;
    const inSight = [
      bar.getByRole("button"),
      bar.getByRole("timer"),
      isWide ? order.getByRole("row", { name: /今回のお支払い/ }) : bar.getByText(/円$/),
      isWide ? order.getByText(`${month}月`, { exact: false }).first() : bar.getByText(`${month}月${day}日`),
    ];
    for (const fact of inSight) await expect(fact).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("checkbox", { name: /日時は/ }).check();
    for (const fact of inSight.slice(0, 3)) await expect(fact).toBeInViewport({ ratio: 0.9 });
    const { height } = (await page.locator("main").boundingBox()) ?? { height: 0 };
    expect(height, "it was twice as long").toBeLessThan(isWide ? 2200 : 3400);
  });
}
