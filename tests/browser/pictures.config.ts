import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/**
 * Pictures taken from a running demo (SEKI_URL): the README's by `npm run pictures`, and by `npm run pictures:longest` every page with
 * the longest texts, to be looked at.
 */
export default defineConfig({
  ...base,
  testDir: "pictures",
  outputDir: "artefacts/pictures",
  reporter: "list",
  projects: [
    { name: "pictures", testMatch: "take.spec.ts", use: { locale: "ja-JP" } },
    { name: "longest texts", testMatch: "longest.spec.ts", use: { locale: "ja-JP" } },
  ],
});
