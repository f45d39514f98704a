import { expect, test } from "../support/test";

for (const lang of ["ja", "en"]) {
  test(`(${lang}) the first restaurant is on a phone's first screen, and nothing in the search is cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${lang}/`);
    const first = page.getByRole("article").first();
    await expect(first).toBeVisible();
    const { y } = (await first.boundingBox()) ?? { y: Infinity };
    expect(y).toBeLessThan(844);
    for (const select of await page.getByRole("search").getByRole("combobox").all()) {
      const isCut = await select.evaluate((box: HTMLSelectElement) => {
        const style = getComputedStyle(box);
        const pen = document.createElement("canvas").getContext("2d");
        if (!pen) throw new Error("no canvas");
        pen.font = style.font;
        const space = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return pen.measureText(box.selectedOptions[0]?.text ?? "").width > space;
      });
      expect(isCut).toBe(false);
    }
  });
}

test("a restaurant's page has one button to reserve on a phone", async ({ page }) => {
  await page.goto("/r/sushi-kagura");
  const reserve = page.getByRole("link", { name: "予約する", exact: true });
  await expect(reserve).toHaveCount(1);
  await expect(reserve).toBeInViewport();
});
