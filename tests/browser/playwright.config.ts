import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium";
import { clockProject, workers } from "./support/demos";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const ja = { locale: "ja-JP" };
const en = { locale: "en-US" };

/** What fades and glides costs a tenth of the time: only the main job and what moves the clock are gone with it. */
const calm = { contextOptions: { reducedMotion: "reduce" } } as const;

const mainJob = "**/main-job.spec.ts";
const clock = "**/clock/*.spec.ts";
const phoneOnly = "**/*.phone.spec.ts";

/** These move the clock of a demo of their own, one after the other, and take longest: first. */
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
  // `run.sh` tries what failed once more, after everything else.
  retries: 0,
  timeout: 120_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  forbidOnly: true,
  reporter: [["list"], ["./support/counts.ts"]],
  use: {
    // Far from Tokyo, so that a day taken from the browser instead of the restaurant shows.
    timezoneId: "America/Los_Angeles",
    // The requests of a page that a worker looks after pass by `page.route`; the spec of the day without a line lets it in.
    serviceWorkers: "block",
    actionTimeout: 20_000,
    screenshot: "only-on-failure",
    // To record every step costs a quarter of the time: at the second try only.
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
