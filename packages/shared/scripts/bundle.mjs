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
 * budget. Exceeded budgets come last, because a log shows only the end of a long list.
 */
export function checkBudgets(dist, manifest, rows) {
  const union = (keys) => new Set(keys.flatMap((key) => [...scriptsOf(manifest, key)]));
  const sizeOf = (file) => gzipSync(readFileSync(new URL(file, dist))).length / 1000;
  const asJson = process.argv.includes("--json");
  const measured = rows.map(({ name, parts, without = [], budget }) => {
    const before = union(without);
    const size = [...union(parts)].filter((file) => !before.has(file)).reduce((sum, file) => sum + sizeOf(file), 0);
    return { name, size, budget, isOver: size > budget };
  });
  const over = measured.filter(({ isOver }) => isOver);
  const within = measured.filter(({ isOver }) => !isOver);
  for (const row of [...within, ...over]) console.log(asJson ? figureOf(row) : lineOf(row));
  process.exit(over.length > 0 ? 1 : 0);
}

function lineOf({ name, size, budget, isOver }) {
  return `${isOver ? "OVER " : "ok   "}${size.toFixed(1).padStart(6)} / ${budget} kB  ${name}`;
}

function figureOf({ name, size, budget, isOver }) {
  const value = Number(size.toFixed(1));
  return JSON.stringify({ figure: `gzip kB: ${name}`, value, must: budget, verdict: isOver ? "missed" : "must" });
}
