/** Whether the scripts of a built front end keep their budgets (kB, gzip), read from the build's manifest. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * @typedef {{ name: string, parts: string[], without?: string[], budget: number }} Row
 * What is loaded for the source files `parts` beyond what `without` has loaded before.
 */

/** The source files in the manifest whose names match. */
export function sourcesOf(manifest, pattern) {
  return Object.keys(manifest)
    .filter((name) => pattern.test(name))
    .toSorted();
}

export function readManifest(dist) {
  return JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
}

/** A file's own script and everything that it imports at once. */
function scriptsOf(manifest, key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  for (const each of imports) scriptsOf(manifest, each, found);
  return found;
}

/** Prints a line a row (`--json`: as figures of the bench) and ends the process: 1 when a row is over its budget. */
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
