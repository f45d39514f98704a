import type { Page } from "@playwright/test";
import { withLongestTexts } from "../../support/longest";
import { dinerPages, GUEST_PAGES, memberPages } from "../../support/pages";
import { fits } from "../../support/sideways";
import { CARDS } from "../../support/steps";
import { ALSO, isDrawn, LANGUAGES, partOf, sweep } from "../../support/sweep";
import type { Sweep } from "../../support/sweep";
import { expect, test } from "../../support/test";

const SLUG = "sushi-kagura";
/** A narrow phone. */
const NARROW = [360];

/**
 * Each page fits a narrow phone, and in Japanese with the longest texts, for which it is loaded once more, every width: the languages
 * are laid out alike.
 */
async function fitting(page: Page, lang: (typeof LANGUAGES)[number]): Promise<Required<Pick<Sweep, "check">>> {
  if (lang === "en") return { check: (open, name) => fits(open, name, { widths: NARROW }) };
  const longest = { isOn: false };
  await withLongestTexts(page.context(), undefined, longest);
  return {
    check: async (open, name) => {
      await fits(open, name, { widths: NARROW });
      await open.setViewportSize({ width: 1440, height: 900 });
      longest.isOn = true;
      await open.reload();
      await isDrawn(open);
      await fits(open, `${name} with the longest texts`);
      longest.isOn = false;
    },
  };
}

for (const lang of LANGUAGES) {
  for (const half of [0, 1]) {
    test(`pages of a visitor are accessible and fit every width (${lang}, ${half + 1} of 2)`, async ({
      page,
      guest,
    }) => {
      test.slow();
      const { raffle } = await guest.page<{ raffle: { uid: string } }>(`/r/${SLUG}`);
      const stops = [...GUEST_PAGES, { name: "raffle-round", path: `/raffle/rounds/${raffle.uid}` }];
      await sweep(page, partOf(stops, half, 2), { lang, rules: ALSO, ...(await fitting(page, lang)) });
    });

    test(`pages of a diner are accessible and fit every width (${lang}, ${half + 1} of 2)`, async ({
      page,
      fresh,
      freeDay,
    }) => {
      test.slow();
      const diner = await fresh({ locale: lang });
      const stops = await dinerPages(diner, freeDay);
      await diner.enter(page.context());
      await sweep(page, partOf(stops, half, 2), { lang, rules: ALSO, ...(await fitting(page, lang)) });
    });
  }

  test(`pages of a member fit every width (${lang})`, async ({ page, fresh }) => {
    const diner = await fresh({ locale: lang });
    await diner.registerCard(CARDS.plain);
    const stops = await memberPages(diner);
    await diner.enter(page.context());
    await sweep(page, stops, { lang, ...(await fitting(page, lang)) });
    if (lang === "en") return;
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height, "with the longest name the header has one line").toBeLessThan(80);
  });
}
