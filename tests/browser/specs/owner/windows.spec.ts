import type { Page } from "@playwright/test";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";

const switcher = (page: Page) => page.getByRole("combobox", { name: "店舗の切り替え" });
const menu = (page: Page) => page.getByRole("navigation", { name: "メインメニュー" });

test("two windows with two restaurants each keep theirs through links, reloads and a switch", async ({
  page,
  context,
  baseURL,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(context);
  await page.goto("/owners?owners_restaurant_slug=sushi-kagura");
  await menu(page).getByRole("link", { name: "お客様", exact: true }).click();
  await expect(page).toHaveURL(/\/owners\/customers$/);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading, "the page before has links, too").toHaveText("お客様");
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/owners\/customers\/[\w-]+$/);
  await expect(heading).toHaveText(/ 様$/);
  const guest = await heading.innerText();

  const other = await context.newPage();
  await other.goto("/owners?owners_restaurant_slug=kaiseki-hanaikada");
  await expect(switcher(other)).toHaveValue("kaiseki-hanaikada");

  await page.reload();
  await expect(switcher(page), "the session is at the other restaurant by now").toHaveValue("sushi-kagura");
  await expect(heading).toHaveText(guest);
  await page.goto("/owners/customers");
  await expect(switcher(page)).toHaveValue("sushi-kagura");

  await other.reload();
  await expect(switcher(other)).toHaveValue("kaiseki-hanaikada");
  await switcher(page).selectOption("kaiseki-hanaikada");
  await expect(page, "a switch reloads the address").toHaveURL(/\?owners_restaurant_slug=kaiseki-hanaikada$/);
  await expect(switcher(page)).toHaveValue("kaiseki-hanaikada");
  await page.goto("/owners");
  await expect(switcher(page)).toHaveValue("kaiseki-hanaikada");
  await staff.close();
});
