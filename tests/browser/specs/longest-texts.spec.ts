import type { Page } from "@playwright/test";
import { signInAsAdmin } from "../support/admin";
import { ADMIN_DOORS, adminPages } from "../support/admin-pages";
import { settled } from "../support/album";
import { withLongestTexts } from "../support/longest";
import { dinerPages, GUEST_PAGES, staffPages } from "../support/pages";
import type { Stop } from "../support/pages";
import { laterThan, openDay, Staff, tomorrowOf } from "../support/staff";
import { expect, test } from "../support/test";

const softly = expect.configure({ soft: true });

const WIDTHS = [390, 1024, 1440];
const SLUG = "sushi-kagura";

/** Whether a page scrolls sideways, and what sticks out of it. */
async function sidewaysBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1 && element.childElementCount === 0,
    );
    const named = wide.slice(0, 5).map((element) => `${element.outerHTML.slice(0, 120)}…`);
    return [`${root.scrollWidth} of ${window.innerWidth}`, ...named];
  });
}

async function measure(page: Page, stops: Stop[]): Promise<void> {
  for (const { name, path } of stops) {
    await test.step(name, async () => {
      const answer = await page.goto(path);
      expect(answer?.ok() ?? false, name).toBe(name !== "missing");
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        const asOpened = async () => {
          const found = await sidewaysBy(page);
          // What counts is the page as it opens at this width, not the way there from a wider one.
          if (found.length > 0) await page.reload();
          return found;
        };
        await softly.poll(asOpened, { message: `${name} at ${width}`, timeout: 10_000 }).toEqual([]);
      }
    });
  }
}

test("no page of the console scrolls sideways with the longest texts", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const stops = await staffPages(staff, "sushi-kagura");
  await staff.enter(page.context());
  await staff.close();
  await withLongestTexts(page.context());
  await measure(page, stops);
  await page.setViewportSize({ width: 1024, height: 844 });
  await page.goto(stops.find(({ name }) => name === "owner-day")?.path ?? "");
  await expect(page.getByRole("grid"), "a long memo leaves the seats on the screen").toBeInViewport();
  await page.getByRole("button", { name: "一覧", exact: true }).click();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    await softly
      .poll(() => sidewaysBy(page), { message: `the day as a list at ${width}`, timeout: 10_000 })
      .toEqual([]);
  }
});

/** An open dialog stands inside the screen at every width, and none of its words stick out of it. */
async function measureDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog").filter({ visible: true }).last();
  await expect(dialog).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    const sticksOut = () =>
      dialog.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const wide = [element, ...element.querySelectorAll("*")].filter((part) => {
          // The box of a switch, which nobody sees, is wider than the switch.
          if (part.closest(".MuiSwitch-root")) return false;
          const isScrolled = getComputedStyle(part).overflowX === "visible" && part.scrollWidth > part.clientWidth + 1;
          return part.clientWidth > 0 && isScrolled && getComputedStyle(part).display !== "inline";
        });
        const outside = left < -1 || right > window.innerWidth + 1 ? [`${left}–${right} of ${window.innerWidth}`] : [];
        return [...outside, ...wide.slice(0, 3).map((part) => part.outerHTML.slice(0, 160))];
      });
    await softly.poll(sticksOut, { message: `${name} at ${width}`, timeout: 10_000 }).toEqual([]);
  }
}

/** Invites somebody new to a counter seat of a day. */
async function invite(page: Page, date: string): Promise<void> {
  await openDay(page, date, SLUG);
  await page.getByRole("gridcell", { name: "C8 12:00" }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
  await page.keyboard.type(`invited-${Date.now().toString(36)}@example.test`);
  await expect(dialog.getByRole("option", { name: /新しいお客様として登録/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("お名前").fill("高橋");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByRole("button", { name: "招待を送る" }).last().click();
  await expect(page.getByText("招待を送信しました。")).toBeVisible();
}

test("the dialogs of the console hold the longest texts", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const stops = await staffPages(staff, SLUG);
  const date = await tomorrowOf(staff, SLUG);
  const invited = laterThan(date, 33);
  await staff.enter(page.context());
  await staff.close();
  await invite(page, invited);
  await withLongestTexts(page.context());
  const pathOf = (name: string) => stops.find((stop) => stop.name === name)?.path ?? "";
  const open = async (path: string, button: RegExp | string) => {
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(path);
    await page.getByRole("button", { name: button }).filter({ visible: true }).first().click();
  };
  await test.step("a customer", async () => {
    await open(pathOf("owner-customer"), "編集");
    await measureDialog(page, "a customer");
  });
  await test.step("merging customers", async () => {
    await open(pathOf("owner-customer"), "ほかのお客様と関連付ける");
    await measureDialog(page, "merging customers");
  });
  await test.step("a search of customers", async () => {
    await open("/owners/customers", /検索/);
    await measureDialog(page, "a search of customers");
  });
  await test.step("a new slot", async () => {
    await page.setViewportSize({ width: 1440, height: 844 });
    const far = new Date(`${date}T00:00:00Z`);
    far.setUTCDate(far.getUTCDate() + 75);
    const grid = await openDay(page, far.toISOString().slice(0, 10), SLUG);
    await grid.getByRole("gridcell", { name: /18:00/ }).first().click();
    await page.getByRole("button", { name: "Web枠を作成" }).click();
    await measureDialog(page, "a new slot");
  });
  await test.step("a slot to be changed", async () => {
    await page.setViewportSize({ width: 1440, height: 844 });
    const grid = await openDay(page, laterThan(date, 14), SLUG);
    await grid.getByRole("button", { name: /Web枠/ }).first().click();
    await measureDialog(page, "a slot to be changed");
  });
  for (const [name, day, block, word] of [
    ["a booking", date, /Web予約/, "予約番号"],
    ["an invitation", invited, /高橋/, "招待"],
  ] as const) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 844 });
      const grid = await openDay(page, day, SLUG);
      await grid.getByRole("button", { name: block }).first().click();
      await expect(page.getByRole("complementary").getByText(word).first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        await softly.poll(() => sidewaysBy(page), { message: `${name} at ${width}`, timeout: 10_000 }).toEqual([]);
      }
    });
  }
});

/** The pages are many: in two halves, which two demos measure at the same time. */
for (const half of [0, 1]) {
  test(`no page of the admins scrolls sideways with the longest texts (${half + 1} of 2)`, async ({ page }) => {
    if (half === 0) await measure(page, ADMIN_DOORS);
    await signInAsAdmin(page);
    const stops = await adminPages(page.request);
    await withLongestTexts(page.context());
    await measure(
      page,
      stops.filter((_, index) => index % 2 === half),
    );
  });
}

test("no page of the site scrolls sideways with the longest texts", async ({ page, fresh, guest }) => {
  const { raffle } = await guest.page<{ raffle: { uid: string } }>(`/r/${SLUG}`);
  await withLongestTexts(page.context());
  await measure(page, [...GUEST_PAGES, { name: "raffle-round", path: `/raffle/rounds/${raffle.uid}` }]);
  const diner = await fresh();
  const stops = await dinerPages(diner, 18);
  await diner.enter(page.context());
  await measure(page, stops);
  const header = await page.getByRole("banner").boundingBox();
  expect(header?.height, "the header has one line").toBeLessThan(80);
});
