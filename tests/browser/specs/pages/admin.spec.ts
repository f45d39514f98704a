import { signInAsAdmin } from "../../support/admin";
import { ADMIN_SIGN_IN_PAGES, adminPages, newPasswordPage } from "../../support/admin-pages";
import { withLongestTexts } from "../../support/longest";
import { fits } from "../../support/sideways";
import { ALSO, LANGUAGES, NO_COLOURS, partOf, sweep } from "../../support/sweep";
import { test } from "../../support/test";

const PARTS = 6;

for (const lang of LANGUAGES) {
  const rules = lang === "ja" ? ALSO : NO_COLOURS;

  test(`sign-in pages of the admins are accessible and fit every width (${lang})`, async ({ page }) => {
    const stops = [...ADMIN_SIGN_IN_PAGES, await newPasswordPage(page.request, "admin@seki.test")];
    await sweep(page, stops, { lang, rules, check: fits });
  });

  for (let part = 0; part < PARTS; part += 1) {
    test(`pages of the admins are accessible and hold the longest texts at every width (${lang}, ${part + 1} of ${PARTS})`, async ({
      page,
      baseURL,
    }) => {
      test.slow();
      await signInAsAdmin(page);
      const stops = await adminPages(page.request, baseURL ?? "");
      await withLongestTexts(page.context());
      await sweep(page, partOf(stops, part, PARTS), { lang, rules, check: fits });
    });
  }
}
