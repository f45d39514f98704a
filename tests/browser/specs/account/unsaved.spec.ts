import { expect, test } from "../../support/test";
import { words } from "./words";

test("closing the tab asks about an unsaved text; another language and a saved text do not", async ({
  page,
  fresh,
}) => {
  const diner = await fresh({ locale: "ja" });
  await diner.enter(page.context());
  await page.goto("/ja/users/profile");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const dislikes = page.getByRole("textbox", { name: words.ja.dislikes });
  await dislikes.pressSequentially("セロリ");
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(dislikes).toHaveValue("セロリ");

  await page.getByRole("combobox", { name: "言語" }).first().selectOption("en");
  await expect(page).toHaveURL(/\/en\/users\/profile/);
  const stored = page.getByRole("textbox", { name: words.en.dislikes });
  await expect(stored).toHaveValue("セロリ");
  expect(asked, "the draft is on the next page, too").toHaveLength(1);

  await page.getByRole("button", { name: words.en.save, exact: true }).click();
  await expect(page.getByText(words.en.updated)).toBeVisible();
  await page.reload();
  await expect(stored).toHaveValue("セロリ");
  expect(asked).toHaveLength(1);
});
