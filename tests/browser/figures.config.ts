import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** Figures that `make bench` measures in a browser: one JSON line per figure, and no other output. */
export default defineConfig({
  ...base,
  testDir: "figures",
  testMatch: "*.ts",
  outputDir: "artefacts/figures",
  reporter: "./support/plain.ts",
  projects: [{ name: "figures", use: { locale: "ja-JP", viewport: { width: 1440, height: 900 }, trace: "off" } }],
});
