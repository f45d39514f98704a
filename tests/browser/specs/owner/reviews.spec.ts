import { checkAccessibility } from "../../support/axe";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";

// F174
test("yesterday's guests are reviewed, and the modal comes by itself only once", async ({ page, baseURL, context }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  const answer = await staff.api.get("/owners?owners_restaurant_slug=sushi-kagura");
  const { session } = (await answer.json()) as { session: { restaurant: { today: string } } };
  await staff.close();
  const date = new Date(`${session.restaurant.today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  const yesterday = `/owners/daily_calendars/${date.toISOString().slice(0, 10)}`;

  await page.goto(yesterday);
  const dialog = page.getByRole("dialog", { name: "ご来店のお客様の評価" });
  await expect(dialog.getByRole("tab", { name: "ディナー" })).toHaveAttribute("aria-selected", "true");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "閉じる" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  const open = page.getByRole("button", { name: /^お客様を評価する/ });
  await expect(open).toBeVisible();
  await expect(dialog).toBeHidden();

  await open.click();
  const guest = dialog.getByRole("region", { name: /山田 花子様/ });
  await expect(guest.getByRole("button", { name: "普通" })).toHaveAttribute("aria-pressed", "true");
  await guest.getByRole("button", { name: "お断りしたい" }).click();
  await guest.getByRole("button", { name: "遅刻" }).click();
  await guest.getByRole("button", { name: "良い", exact: true }).click();
  await expect(guest.getByRole("button", { name: "遅刻" }), "kept by 'unacceptable' only").toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await guest.getByRole("button", { name: "人柄が良い" }).click();
  await dialog.getByRole("button", { name: "ディナーの評価を保存する" }).click();
  await expect(page.getByText("ご評価ありがとうございました。")).toBeVisible();
  await expect(guest).toBeHidden();
});
