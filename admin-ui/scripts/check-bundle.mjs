/** Fails if a front end of the console exceeds its budget (kB, gzip). */
import { checkBudgets, readManifest, sourcesOf } from "../../packages/shared/scripts/bundle.mjs";

const DIST = new URL("../dist/", import.meta.url);
/** Budgets of the frame of every page, which a browser loads once per release. */
const FIRST_LOAD = { owner: 292, admin: 260 };
const LATER_STEP = 130;

const manifest = readManifest(DIST);
const rows = ["owner", "admin"].flatMap((frontEnd) => {
  const shell = [`src/${frontEnd}/main.tsx`, `src/${frontEnd}/i18n/ja/index.ts`];
  const steps = sourcesOf(manifest, new RegExp(`^src/${frontEnd}/.*/[A-Za-z]+Page\\.tsx$`)).map((page) => ({
    name: page.replace(/.*\//, "").replace(".tsx", ""),
    parts: [page],
    without: shell,
    budget: LATER_STEP,
  }));
  return [{ name: `the ${frontEnd}s' frame, first load`, parts: shell, budget: FIRST_LOAD[frontEnd] }, ...steps];
});
checkBudgets(DIST, manifest, rows);
