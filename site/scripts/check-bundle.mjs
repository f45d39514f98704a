/** Fails if a page's script exceeds its budget (kB, gzip). */
import { checkBudgets, readManifest, sourcesOf } from "../../packages/shared/scripts/bundle.mjs";

const DIST = new URL("../dist/", import.meta.url);
const FIRST_LOAD = 170;
const LATER_STEP = 25;
const LATER_TEXTS = 14;

const manifest = readManifest(DIST);
const shell = ["src/main.tsx", "src/i18n/ja/index.ts"];
const first = [...shell, "src/features/restaurants/pages/RestaurantPage.tsx"];
const steps = sourcesOf(manifest, /\/pages\/.+Page\.tsx$/).map((page) => ({
  name: page.replace(/.*\/pages\//, "").replace(".tsx", ""),
  parts: [page],
  without: shell,
  budget: LATER_STEP,
}));
const laterTexts = { parts: ["src/i18n/ja/later.ts"], without: shell };
checkBudgets(DIST, manifest, [
  { name: "restaurant page, first load", parts: first, budget: FIRST_LOAD },
  { name: "texts of all other pages, once", ...laterTexts, budget: LATER_TEXTS },
  ...steps,
]);
