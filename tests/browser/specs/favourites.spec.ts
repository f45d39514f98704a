import type { Page } from "@playwright/test";
import { checkAccessibility } from "../support/axe";
import { PASSWORD } from "../support/diner";
import { expect, test } from "../support/test";
import { WAYS } from "../support/ways";
import { words } from "../support/words";

const SLUG = "yakitori-tomoshibi";

const ja = {
  name: "焼鳥ともしび",
  add: "お気に入りに追加",
  added: "お気に入り登録済み",
  signInFirst: "ログインすると、焼鳥ともしびをお気に入りに追加します。",
  signIn: "ログインする",
  signedIn: "ログインしました。",
  thanks: "お気に入りに追加しました",
  priority: "空席のお知らせを、より早く",
  removed: "お気に入りから外しました。",
  none: "お気に入りのお店はまだありません",
  question: "お気に入りに追加",
  mail: "お店からのお知らせメールを受け取る",
  addIt: "追加する",
  notice: "お気に入りに追加しました。",
  bell: "お知らせについて",
  help: "お気に入りのお知らせ",
};

const en: typeof ja = {
  name: "Yakitori Tomoshibi",
  add: "Add to favourites",
  added: "In your favourites",
  signInFirst: "When you sign in, Yakitori Tomoshibi is added to your favourites.",
  signIn: "Sign in",
  signedIn: "You are signed in.",
  thanks: "Added to your favourites",
  priority: "Learn of free seats sooner",
  removed: "Removed from your favourites.",
  none: "You have no favourites yet",
  question: "Add to favourites",
  mail: "Send me email from this restaurant",
  addIt: "Add",
  notice: "Added to your favourites.",
  bell: "About notifications",
  help: "Notifications for favourites",
};

/** A flash message does not cover the bar at the foot of a phone. */
async function isAboveTheBar(page: Page, said: string, reserve: string): Promise<void> {
  const message = await page.getByText(said).boundingBox();
  const button = await page.getByRole("link", { name: reserve, exact: true }).last().boundingBox();
  if (!message || !button) throw new Error("neither the message nor the bar may be missing");
  expect(message.y + message.height).toBeLessThan(button.y);
}

for (const { lang, width, height } of WAYS) {
  const w = { ...words[lang], ...{ ja, en }[lang] };
  const restaurant = `/${lang}/r/${SLUG}`;

  test.describe(`${lang}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    // F039
    test("a visitor who adds a favourite signs in first, and finds it added", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await page.goto(restaurant);
      await page.getByRole("button", { name: w.bell }).click();
      const help = page.getByRole("dialog", { name: w.help });
      await expect(help, "the bell explains what a favourite brings").toBeVisible();
      await checkAccessibility(page);
      await page.keyboard.press("Escape");
      await expect(help).toBeHidden();
      await expect(page.getByRole("button", { name: w.bell })).toBeFocused();

      await page.getByRole("button", { name: w.add }).click();
      await expect(page).toHaveURL(new RegExp(`/users/sign_in\\?.*restaurant_slug=${SLUG}.*user_action=add_favorite`));
      await expect(page.getByText(w.signInFirst)).toBeVisible();
      await page.getByLabel(w.email).fill(diner.email);
      await page.getByLabel(w.password, { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: w.signIn, exact: true }).click();
      await expect(page.getByRole("button", { name: w.added })).toBeVisible();
      if (width === 390) await isAboveTheBar(page, w.signedIn, w.reserve);
      expect(await (await diner.get(`/users/api/customers/status/${SLUG}`)).json()).toMatchObject({ favorited: true });
    });

    // F038
    test("a diner in Japan adds it immediately, learns of priority email, and removes it", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await diner.enter(page.context());
      await page.goto(restaurant);
      await page.getByRole("button", { name: w.add }).click();
      const thanks = page.getByRole("dialog", { name: w.thanks });
      await expect(thanks).toBeVisible();
      await thanks.getByRole("button", { name: w.close }).last().click();
      const priority = page.getByRole("dialog", { name: w.priority });
      await expect(priority).toBeVisible();
      await checkAccessibility(page);
      await priority.getByRole("button", { name: w.close }).first().click();
      await expect(priority).toBeHidden();
      const added = page.getByRole("button", { name: w.added });
      await expect(added, "the focus is where it was before both dialogs").toBeFocused();

      await page.goto(`/${lang}/users/customers`);
      await expect(page.getByRole("article")).toHaveCount(1);
      await page.getByRole("link", { name: w.name }).click();
      await added.click();
      await expect(page.getByText(w.removed)).toBeVisible();
      await page.goto(`/${lang}/users/customers`);
      await expect(page.getByRole("heading", { name: w.none })).toBeVisible();
    });

    // F040
    test("a diner abroad decides on email before it is a favourite", async ({ page, as }) => {
      const diner = await as("emma@seki.test");
      await diner.post("/users/api/customers/hide", { restaurant_slug: SLUG });
      await diner.enter(page.context());
      await page.goto(restaurant);
      await page.getByRole("button", { name: w.add }).click();
      const question = page.getByRole("dialog", { name: w.question });
      await expect(question.getByRole("checkbox", { name: w.mail })).toBeChecked();
      expect(await (await diner.get(`/users/api/customers/status/${SLUG}`)).json()).toMatchObject({ favorited: false });
      await checkAccessibility(page);
      await question.getByRole("checkbox").uncheck();
      const posted = page.waitForRequest((request) => request.url().endsWith("/users/api/customers"));
      await question.getByRole("button", { name: w.addIt, exact: true }).click();
      expect((await posted).postDataJSON()).toMatchObject({ customer: { shop_notification: false } });
      await expect(page.getByRole("button", { name: w.added })).toBeVisible();
      await expect(page.getByText(w.notice)).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });
}
