/** Checks the scripts of a built front end against their budgets (kB, gzip). Sizes come from the build's manifest. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * @typedef {{ name: string, parts: string[], without?: string[], budget: number }} Row Scripts that the source files
 * `parts` load in addition to the scripts of `without`.
 */

/** Returns the source files in the manifest whose names match. */
export function sourcesOf(manifest, pattern) {
  return Object.keys(manifest)
    .filter((name) => pattern.test(name))
    .toSorted();
}

export function readManifest(dist) {
  return JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
}

/** Returns a file's own script and all its static imports. */
function scriptsOf(manifest, key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  for (const each of imports) scriptsOf(manifest, each, found);
  return found;
}

/**
 * Prints one line for each row (`--json`: as benchmark figures) and ends the process, with 1 if a row exceeds its
 * budget.
 */
export function checkBudgets(dist, manifest, rows) {
  const union = (keys) => new Set(keys.flatMap((key) => [...scriptsOf(manifest, key)]));
  const sizeOf = (file) => gzipSync(readFileSync(new URL(file, dist))).length / 1000;
  const asJson = process.argv.includes("--json");
  let failed = false;
  for (const { name, parts, without = [], budget } of rows) {
    const before = union(without);
    const size = [...union(parts)].filter((file) => !before.has(file)).reduce((sum, file) => sum + sizeOf(file), 0);
    const over = size > budget;
    failed ||= over;
    const figure = {
      figure: `gzip kB: ${name}`,
      value: Number(size.toFixed(1)),
      must: budget,
      verdict: over ? "missed" : "must",
    };
    const row = `${over ? "OVER " : "ok   "}${size.toFixed(1).padStart(6)} / ${budget} kB  ${name}`;
    console.log(asJson ? JSON.stringify(figure) : row);
  }
  process.exit(failed ? 1 : 0);
}
