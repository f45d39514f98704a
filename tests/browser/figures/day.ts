import type { Page } from "@playwright/test";
import { serveCrowdedDays } from "../support/crowd";
import { Staff, laterThan, openDay, tomorrowOf } from "../support/staff";
import { test } from "../support/test";

const SUSHI = "sushi-kagura";
const ROUNDS = 9;
const BLOCKS = ".block.OfflineReservation[data-item]";

const FIGURES = [
  { name: "a day of 60 bookings on 40 seats", parties: 60, must: 150, isToday: false },
  { name: "a day of 120 bookings on 40 seats", parties: 120, must: 200, isToday: false },
  { name: "today, 120 parties on 40 seats with their next steps", parties: 120, must: 200, isToday: true },
];

/** Returns a function that returns the seconds of script so far. */
async function scriptClock(page: Page): Promise<() => Promise<number>> {
  const metrics = await page.context().newCDPSession(page);
  // CPU time of the thread, so other load on the machine does not count.
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics: found } = await metrics.send("Performance.getMetrics");
    return found.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  };
}

/** Turns to a day, and waits until this number of its elements is drawn. */
async function turnTo(page: Page, link: string, date: string, selector: string, count: number): Promise<void> {
  await page.getByRole("link", { name: link }).click();
  // Waits without locators, whose own script would be counted too. The address changes before the page does.
  await page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLInputElement>("input[type=date]")?.value === wanted.date &&
      document.querySelectorAll(wanted.selector).length === wanted.count,
    { date, selector, count },
    { polling: 100 },
  );
}

for (const { name, parties, must, isToday } of FIGURES) {
  test(`milliseconds of script to draw ${name}`, async ({ page, baseURL }) => {
    const staff = await Staff.signedIn(baseURL ?? "");
    const tomorrow = await tomorrowOf(staff, SUSHI);
    await staff.enter(page.context());
    await openDay(page, tomorrow, SUSHI);
    await serveCrowdedDays(page, parties);
    const scripting = await scriptClock(page);
    const taken: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await scripting();
      if (isToday) await turnTo(page, "前の日", laterThan(tomorrow, -1), "[data-step]", parties);
      else await turnTo(page, "次の日", laterThan(tomorrow, round), BLOCKS, parties);
      taken.push(Math.round(((await scripting()) - before) * 1000));
      if (isToday) await turnTo(page, "次の日", tomorrow, BLOCKS, parties);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await staff.close();
    const value = taken.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    const verdict = value < must ? "must" : "missed";
    const detail = `rounds: ${taken.join(", ")}`;
    console.log(JSON.stringify({ figure: `ms of script: ${name}`, value, must, verdict, detail }));
  });
}
