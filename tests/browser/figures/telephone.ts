import type { Page } from "@playwright/test";
import { Staff, laterThan, openDay, tomorrowOf } from "../support/staff";
import { expect, test } from "../support/test";

const SUSHI = "sushi-kagura";
const ROUNDS = 3;
/** Milliseconds between two keys of a fast typist. */
const DELAY = 60;

/** Types a booking with the keyboard alone, and waits for the focus as a person would. */
async function book(page: Page, time: string, guest: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "人数と時刻" })).toBeFocused();
  await page.keyboard.type(`1 ${time}`, { delay: DELAY });
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
  await guest();
  await expect(dialog.getByRole("button", { name: "予約内容へ進む" })).toBeFocused();
  await page.keyboard.press("Enter");
  const course = dialog.getByLabel("コース");
  await expect(course).toBeVisible();
  if ((await course.inputValue()) === "") await course.selectOption({ index: 1 });
  const save = dialog.getByRole("button", { name: "予約を登録する" });
  await save.focus();
  await expect(save).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  return performance.now() - began;
}

function report(figure: string, taken: number[], must: number): void {
  const value = taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? Number.NaN;
  const verdict = value <= must ? "must" : "missed";
  const detail = `${DELAY} ms between keys; rounds: ${taken.map(Math.round).join(", ")}`;
  console.log(JSON.stringify({ figure, value: Math.round(value), must, verdict, detail }));
}

test("milliseconds to take a booking by phone", async ({ page, baseURL }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await openDay(page, laterThan(await tomorrowOf(staff, SUSHI), 120), SUSHI);
  const dialog = page.getByRole("dialog");
  const known: number[] = [];
  const fresh: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    known.push(
      await book(page, "1730", async () => {
        await page.keyboard.type("09011", { delay: DELAY });
        await expect(page.getByRole("option").first()).toBeVisible();
        await page.keyboard.press("Enter");
      }),
    );
    fresh.push(
      await book(page, "1730", async () => {
        await page.keyboard.type(`新規 電話${round}`, { delay: DELAY });
        await page.keyboard.press("Enter");
        await dialog.getByLabel("電話番号", { exact: true }).focus();
        await page.keyboard.type(`0805555${String(1000 + round)}`, { delay: DELAY });
        await page.keyboard.press("Enter");
      }),
    );
  }
  await staff.close();
  report("ms: a known guest's booking by telephone", known, 4_000);
  report("ms: a new guest's booking by telephone", fresh, 10_000);
});
