import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { unusedContact, PASSWORD } from "../../support/diner";
import type { Diner } from "../../support/diner";
import { mainMenu } from "../../support/steps";
import { expect, test } from "../../support/test";
import { WAYS } from "../../support/ways";
import { words as general } from "../../support/words";
import { words } from "./words";

const CAREERS = ["03-5555-0101", "recruit-kagura@seki.test"];

async function enterAt(page: Page, diner: Diner, lang: string, path: string): Promise<void> {
  await diner.enter(page.context());
  await page.goto(`/${lang}${path}`);
}

for (const { lang, width, height } of WAYS) {
  const w = words[lang];

  test.describe(`${lang}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    // F022, F211
    test("a password is changed; invalid fields are highlighted and not sent", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await enterAt(page, diner, lang, "/users/profile/account?tab=password");
      const sent: string[] = [];
      page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
      const fill = async (current: string, next: string, again: string) => {
        await page.getByLabel(w.currentPassword).fill(current);
        await page.getByLabel(w.newPassword, { exact: true }).fill(next);
        await page.getByLabel(w.confirmation).fill(again);
        await page.getByRole("button", { name: w.savePassword }).click();
      };
      await fill(PASSWORD, "weak", "other");
      await expect(page.getByRole("alert").filter({ hasText: w.weak })).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: w.mismatch })).toBeVisible();
      await expect(page.getByLabel(w.newPassword, { exact: true })).toBeFocused();
      expect(sent.filter((each) => each.startsWith("PATCH"))).toEqual([]);
      await checkAccessibility(page);
      await fill("Wrong-2026", "Newer-2026", "Newer-2026");
      await expect(page.getByLabel(w.currentPassword)).toHaveAttribute("aria-invalid", "true");
      await fill(PASSWORD, "Newer-2026", "Newer-2026");
      await expect(page.getByText(w.passwordChanged)).toBeVisible();
      await expect(page.getByLabel(w.currentPassword)).toHaveValue("");
    });

    // F023
    test("a new phone number applies once it has called, a new email address once it is confirmed", async ({
      page,
      fresh,
    }) => {
      const diner = await fresh({ locale: lang });
      const { email, localNumber } = unusedContact();
      await enterAt(page, diner, lang, "/users/profile/account?tab=tel");
      const change = page.getByRole("button", { name: w.changePhone });
      await expect(change).toBeDisabled();
      await page.getByLabel(general[lang].phone, { exact: true }).fill(`0${localNumber}`);
      await page.getByRole("button", { name: general[lang].verify }).click();
      await expect(page.getByText(general[lang].waiting)).toBeVisible();
      await diner.call(`+81${localNumber}`);
      await expect(page.getByText(general[lang].verified)).toBeVisible();
      await change.click();
      await expect(page.getByLabel(w.currentPassword)).toBeFocused();
      await checkAccessibility(page);
      await page.getByLabel(w.currentPassword).fill(PASSWORD);
      await change.click();
      await expect(page.getByText(w.phoneChanged)).toBeVisible();
      await page.goto(`/${lang}/users/profile/account/email/edit`);
      await page.getByLabel(w.newEmail).fill(email);
      await page.getByLabel(w.currentPassword).fill(PASSWORD);
      await page.getByRole("button", { name: w.sendLink }).click();
      await expect(page.getByText(w.pending)).toBeVisible();
      await checkAccessibility(page);
      await expect(page.getByText(diner.email, { exact: true })).toBeVisible();
      const { text } = await diner.message(/confirmation_token=/, email);
      const link = text.match(/https?:\/\/\S+confirmation_token=\S+/)?.[0] ?? "";
      await page.goto(link);
      await expect(page.getByText(w.emailChanged)).toBeVisible();
      await expect(page.getByText(email, { exact: true })).toBeVisible();
    });

    // F024
    test("allergies and dislikes are stored; the box reveals the text", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await enterAt(page, diner, lang, "/users/profile");
      await expect(page.getByLabel(w.allergy)).toHaveCount(0);
      await page.getByRole("checkbox", { name: w.hasAllergy }).check();
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByLabel(w.allergy)).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(w.allergy).fill("えび");
      await page.getByLabel(w.dislikes).fill("セロリ");
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByText(w.updated)).toBeVisible();
      await page.reload();
      await expect(page.getByLabel(w.allergy)).toHaveValue("えび");
      await expect(page.getByLabel(w.dislikes)).toHaveValue("セロリ");
      await checkAccessibility(page);
      await page.getByRole("checkbox", { name: w.hasAllergy }).uncheck();
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByText(w.updated).first()).toBeVisible();
      await page.reload();
      await expect(page.getByRole("checkbox", { name: w.hasAllergy })).not.toBeChecked();
    });

    test("favourites are picked after sign-up, removed, or skipped", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await enterAt(page, diner, lang, "/users/after_registrations/pick_restaurants");
      await page.getByLabel(general[lang].prefecture).selectOption(general[lang].tokyo);
      await expect(page).toHaveURL(/\?prefectures=/);
      const kagura = page.getByRole("button", { name: general[lang].restaurant });
      await kagura.click();
      await expect(kagura).toHaveAttribute("aria-pressed", "true");
      await checkAccessibility(page);
      await page.getByRole("link", { name: general[lang].next, exact: true }).click();
      await expect(page.getByText(w.picked)).toBeVisible();
      await page.goto(`/${lang}/users/after_registrations/pick_restaurants`);
      await expect(kagura).toHaveAttribute("aria-pressed", "true");
      await kagura.click();
      await expect(kagura).toHaveAttribute("aria-pressed", "false");
      await page.getByRole("link", { name: w.skipPicking, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: w.confirmEmail })).toBeVisible();
      await expect(page.getByText(w.confirmed)).toBeVisible();
    });

    // F027
    test("interests are chosen, skipped and edited", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await enterAt(page, diner, lang, "/users/interest_tags");
      const tag = (name: string) => page.getByRole("button", { name, exact: true });
      await expect(page.getByRole("link", { name: w.skip })).toBeVisible();
      await expect(page.getByRole("button", { name: w.save })).toHaveCount(0);
      await tag(w.sushi).click();
      await tag(w.scene).click();
      await expect(page.getByRole("link", { name: w.skip })).toHaveCount(0);
      await expect(page.locator('input[type="hidden"][name="interest_tag_ids[]"]')).toHaveCount(2);
      await checkAccessibility(page);
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByRole("heading", { level: 1, name: w.confirmEmail })).toBeVisible();
      await page.goto(`/${lang}/users/interest_tags/edit`);
      await expect(tag(w.sushi)).toHaveAttribute("aria-pressed", "true");
      await expect(page.getByRole("button", { name: w.save })).toBeVisible();
      await tag(w.sushi).click();
      await page.getByRole("button", { name: w.save }).click();
      await expect(page.getByRole("heading", { level: 1, name: w.account, exact: true })).toBeVisible();
      await page.goto(`/${lang}/users/interest_tags/edit`);
      await expect(tag(w.sushi)).toHaveAttribute("aria-pressed", "false");
      await expect(tag(w.scene)).toHaveAttribute("aria-pressed", "true");
    });

    // F042, F043
    test("a restaurant's notifications are toggled in a dialog", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await diner.post("/users/api/customers", { restaurant_slug: "yakitori-tomoshibi", customer: {} });
      await enterAt(page, diner, lang, "/users/customers");
      const { restaurants } = await diner.page<{
        restaurants: { notifications: { allow_cancellation_waiting: boolean } }[];
      }>("/users/customers");
      const hasStandby = restaurants[0]?.notifications.allow_cancellation_waiting === true;
      await page.getByRole("button", { name: w.notifications }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("checkbox", { name: w.announcements })).toBeChecked();
      await expect(dialog.getByRole("checkbox", { name: w.standby })).toHaveCount(hasStandby ? 1 : 0);
      await expect(dialog.getByRole("checkbox", { name: w.premiumCalendar })).toHaveCount(0);
      await checkAccessibility(page);
      await dialog.getByRole("checkbox", { name: w.announcements }).uncheck();
      await dialog.getByRole("button", { name: w.save }).click();
      await expect(page.getByText(w.updated)).toBeVisible();
      await page.reload();
      await page.getByRole("button", { name: w.notifications }).click();
      await expect(page.getByRole("checkbox", { name: w.announcements })).not.toBeChecked();
    });

    test("the menu lists the diner's actions", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await enterAt(page, diner, lang, "/");
      const menu = await mainMenu(page, general[lang]);
      if (width > 900) await menu.locator("summary").click();
      for (const name of w.menu) await expect(menu.getByRole("link", { name, exact: true }).last()).toBeVisible();
      await expect(page.getByText("木村 葉子").filter({ visible: true })).toBeVisible();
      await checkAccessibility(page);
    });

    // F044, F045, F046
    test("a restaurant's page has its stores, the guide and its careers", async ({ page }) => {
      await page.goto(`/${lang}/r/sushi-kagura`);
      const guide = page.getByRole("region", { name: w.guide });
      await guide.scrollIntoViewIfNeeded();
      const links = guide.getByRole("list").getByRole("link");
      await expect(links).toHaveCount(3);
      await expect(links.first()).toHaveAttribute("target", "_blank");
      const columns = await guide
        .getByRole("list")
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
      expect(columns).toBe(width > 900 ? 4 : 2);
      await expect(page.getByRole("region", { name: w.takeaway }).getByRole("link")).toHaveCount(1);
      await page.getByRole("button", { name: w.careers }).click();
      const careers = page.getByRole("dialog");
      for (const fact of CAREERS) await expect(careers.getByText(fact)).toBeVisible();
      await checkAccessibility(page);
      await page.keyboard.press("Escape");
      await page.route("**/users/api/guide_restaurants*", (route) => route.fulfill({ json: [] }));
      await page.reload();
      await expect(page.getByRole("region", { name: w.takeaway })).toBeVisible();
      await expect(guide, "without any there is no section").toHaveCount(0);
      await checkAccessibility(page);
    });

    // F047
    test("the concierge page shows its hours", async ({ page }) => {
      await page.goto(`/${lang}/`);
      await page.getByRole("button", { name: w.concierge }).click();
      const dialog = page.getByRole("dialog", { name: w.concierge });
      await expect(dialog.getByText(w.hours)).toBeVisible();
      await expect(dialog.getByRole("link", { name: "03-5555-0147" })).toHaveAttribute("href", "tel:03-5555-0147");
      await checkAccessibility(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    // F029
    test("the cookie agreement appears once", async ({ page }) => {
      await page.goto(`/${lang}/`);
      const banner = page.getByRole("complementary", { name: w.cookies });
      await expect(banner).toBeVisible();
      const posts: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
      });
      await banner.getByRole("button", { name: w.agree }).click();
      await expect(banner).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(banner).toHaveCount(0);
      expect(posts).toEqual(["/users/api/cookie_storage_agreements"]);
    });
  });
}
