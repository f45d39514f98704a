import { checkAccessibility } from "../../support/axe";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";

const HANAIKADA = "kaiseki-hanaikada";

const ja = {
  lang: "ja",
  request: /を請求$/,
  requested: /にお客様のカードへ請求します/,
  withdraw: "請求を取り消す",
  requestMail: /無断キャンセル料のご請求/,
  withdrawMail: /無断キャンセル料のご請求を取り消しました/,
};

const en: typeof ja = {
  lang: "en",
  request: /^Request ¥/,
  requested: /will be charged on/,
  withdraw: "Withdraw the request",
  requestMail: /No-show fee requested by/,
  withdrawMail: /No-show fee at .* cancelled/,
};

for (const w of [ja, en]) {
  test(`staff request and withdraw a no-show fee in one press each (${w.lang})`, async ({
    page,
    baseURL,
    fresh,
    clock,
  }) => {
    const diner = await fresh({ locale: w.lang });
    const { dates } = await diner.availability(HANAIKADA);
    const day = await diner.day(HANAIKADA, dates[0] ?? "");
    const dinner = day.groups.find(({ operation }) => operation === "dinner");
    if (!dinner) throw new Error("no dinner on the first free day");
    const uid = await diner.hold(HANAIKADA, day, dinner, dinner.guests_count_option_values[0] ?? 1);
    await diner.enter(page.context());
    await page.goto(`/${w.lang}/r/${HANAIKADA}/reservations/${uid}/review`);
    const policy = page.getByRole("table").filter({ hasText: "100%" });
    await expect(policy.getByRole("row").last(), "named before the payment").toContainText(/無断キャンセル|No-show/);
    await diner.confirm(HANAIKADA, uid);

    const { reservation } = await diner.page<{ reservation: { starts_at: string } }>(`/users/reservations/${uid}`);
    await clock.advance((Date.parse(reservation.starts_at) - (await clock.now())) / 1000 + 1800);
    const staff = await Staff.signedIn(baseURL ?? "");
    await staff.page(`/owners?owners_restaurant_slug=${HANAIKADA}`);
    await staff.write("PUT", `/owners/api/reservations/${uid}/no_show`, { no_show: true });
    await staff.enter(page.context());
    await page.goto(`/owners/reservations/${uid}?owners_restaurant_slug=${HANAIKADA}&locale=${w.lang}`);
    await checkAccessibility(page);
    await page.getByRole("button", { name: w.request }).click();
    await expect(page.getByText(w.requested)).toBeVisible();
    await diner.message(w.requestMail);
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAccessibility(page);
    await page.getByRole("button", { name: w.withdraw }).click();
    await expect(page.getByRole("button", { name: w.request })).toBeVisible();
    await diner.message(w.withdrawMail);
    await staff.close();
  });
}
