import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/**
 * Pictures taken from a running demo (SEKI_URL): the README's by `npm run pictures`, and every page with the longest
 * texts, for manual inspection, by `npm run pictures:longest`.
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
