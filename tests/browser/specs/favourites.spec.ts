import { PASSWORD } from "../support/diner";
import { expect, test } from "../support/test";

const SLUG = "yakitori-tomoshibi";
const add = { name: "お気に入りに追加" };
const added = { name: "お気に入り登録済み" };

// F039
test("a guest who favourites signs in first, and finds it done", async ({ page, fresh }) => {
  const diner = await fresh();
  await page.goto(`/r/${SLUG}`);
  await page.getByRole("button", add).click();
  await expect(page).toHaveURL(new RegExp(`/users/sign_in\\?.*restaurant_slug=${SLUG}.*user_action=add_favorite`));
  await expect(page.getByText("ログインすると、焼鳥ともしびをお気に入りに追加します。")).toBeVisible();
  await page.getByLabel("メールアドレス").fill(diner.email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログインする" }).click();
  await expect(page.getByRole("button", added)).toBeVisible();
  expect(await (await diner.get(`/users/api/customers/status/${SLUG}`)).json()).toMatchObject({ favorited: true });
});

// F038
test("a diner in Japan has it at once, hears of priority e-mail, and takes it back", async ({ page, fresh }) => {
  const diner = await fresh();
  await diner.enter(page.context());
  await page.goto(`/r/${SLUG}`);
  await page.getByRole("button", add).click();
  const thanks = page.getByRole("dialog", { name: "お気に入りに追加しました" });
  await expect(thanks).toBeVisible();
  await thanks.getByRole("button", { name: "閉じる" }).last().click();
  const priority = page.getByRole("dialog", { name: "空席のお知らせを、より早く" });
  await expect(priority).toBeVisible();
  await priority.getByRole("button", { name: "閉じる" }).first().click();
  await expect(priority).toBeHidden();
  await expect(page.getByRole("button", added), "the focus is where it was before both dialogs").toBeFocused();

  await page.goto("/users/customers");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "焼鳥ともしび" })).toBeVisible();

  await page.getByRole("link", { name: "焼鳥ともしび" }).click();
  await page.getByRole("button", added).click();
  await expect(page.getByText("お気に入りから外しました。")).toBeVisible();
  await page.goto("/users/customers");
  await expect(page.getByRole("heading", { name: "お気に入りのお店はまだありません" })).toBeVisible();
});

// F040
test("a diner abroad is asked about e-mail before it is a favourite", async ({ page, as }) => {
  const diner = await as("emma@seki.test");
  await diner.post("/users/api/customers/hide", { restaurant_slug: SLUG });
  await diner.enter(page.context());
  await page.goto(`/en/r/${SLUG}`);
  await page.getByRole("button", { name: "Add to favourites" }).click();
  const question = page.getByRole("dialog", { name: "Add to favourites" });
  await expect(question.getByRole("checkbox", { name: "Send me e-mail from this restaurant" })).toBeChecked();
  expect(await (await diner.get(`/users/api/customers/status/${SLUG}`)).json()).toMatchObject({ favorited: false });
  await question.getByRole("checkbox").uncheck();
  const posted = page.waitForRequest((request) => request.url().endsWith("/users/api/customers"));
  await question.getByRole("button", { name: "Add", exact: true }).click();
  expect((await posted).postDataJSON()).toMatchObject({ customer: { shop_notification: false } });
  await expect(page.getByRole("button", { name: "In your favourites" })).toBeVisible();
  await expect(page.getByText("Added to your favourites.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the bell explains what a favourite brings", async ({ page }) => {
  await page.goto(`/r/${SLUG}`);
  await page.getByRole("button", { name: "お知らせについて" }).click();
  const help = page.getByRole("dialog", { name: "お気に入りのお知らせ" });
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(page.getByRole("button", { name: "お知らせについて" })).toBeFocused();
});
