import type { Page } from "@playwright/test";
import { KeyGroups } from "../support/key-groups";
import { bookByKeys } from "../support/phone-booking";
import { Staff, laterThan, openDay, tomorrowOf } from "../support/staff";
import { test } from "../support/test";

const SUSHI = "sushi-kagura";
const ROUNDS = 3;
/** Milliseconds between two keys of a fast typist. */
const DELAY = 60;

/** Returns the milliseconds of a booking by phone. */
async function book(page: Page, line: string, newNumber?: string): Promise<number> {
  const began = performance.now();
  await bookByKeys(page, new KeyGroups(page, DELAY), line, newNumber);
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
  const known: number[] = [];
  const fresh: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    known.push(await book(page, "1 1730 健二"));
    fresh.push(await book(page, `1 1730 新規 電話${round}`, `0805555${String(1000 + round)}`));
  }
  await staff.close();
  report("ms: a known guest's booking by telephone", known, 4_000);
  report("ms: a new guest's booking by telephone", fresh, 10_000);
});
