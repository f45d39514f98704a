import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium";
import { clockProject, workers } from "./support/demos";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const ja = { locale: "ja-JP" };
const en = { locale: "en-US" };

/** Animations cost a tenth of the time: only the main job and the tests that move the clock run with them. */
const calm = { contextOptions: { reducedMotion: "reduce" } } as const;

const mainJob = "**/main-job.spec.ts";
const clock = "**/clock/*.spec.ts";
const phoneOnly = "**/*.phone.spec.ts";

/**
 * Tests that move the clock. They run first, one at a time on a separate demo, because they take longest. They run in the order of
 * their names: tests that skip days (`raffle`, `unpaid-…`, `waiting-room`) come after tests of the first day.
 */
const movingTheClock = {
  name: clockProject,
  testMatch: clock,
  workers: 1,
  fullyParallel: false,
  use: { ...ja, ...desktop },
};

export default defineConfig({
  testDir: "specs",
  outputDir: "artefacts/results",
  workers,
  // Each test owns its data and its days: a worker takes the next test, whatever its file.
  fullyParallel: true,
  // `run.sh` runs failed tests again, after everything else.
  retries: 0,
  timeout: 120_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  forbidOnly: true,
  reporter: [["list"], ["./support/counts.ts"]],
  use: {
    // Far from Tokyo, so that a day taken from the browser instead of the restaurant shows.
    timezoneId: "America/Los_Angeles",
    // `page.route` does not see the requests of a page with a service worker; the spec of the offline day
    // allows it.
    serviceWorkers: "block",
    actionTimeout: 20_000,
    screenshot: "only-on-failure",
    // Recording every step costs a quarter of the time: only the second attempt does.
    trace: process.env.SEKI_TRACE ? "retain-on-failure" : "off",
    launchOptions: chromium(),
  },
  projects: [
    movingTheClock,
    { name: "main job, ja, desktop", testMatch: mainJob, use: { ...ja, ...desktop } },
    { name: "main job, ja, phone", testMatch: mainJob, use: { ...ja, ...phone } },
    { name: "main job, en, desktop", testMatch: mainJob, use: { ...en, ...desktop } },
    { name: "main job, en, phone", testMatch: mainJob, use: { ...en, ...phone } },
    { name: "desktop", testIgnore: [mainJob, clock, phoneOnly], use: { ...ja, ...desktop, ...calm } },
    { name: "phone", testMatch: phoneOnly, use: { ...ja, ...phone, ...calm } },
  ],
});
