import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** `npm run pictures`: the README's pictures, taken from a running demo (SEKI_URL). */
export default defineConfig({
  ...base,
  testDir: "pictures",
  outputDir: "artefacts/pictures",
  reporter: "list",
  projects: [{ name: "pictures", use: { locale: "ja-JP" } }],
});
