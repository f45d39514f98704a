/** Fails when the back office's script grows beyond its budget (kB, gzip), read from the build's manifest. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const DIST = new URL("../dist/", import.meta.url);
/** The frame of every page: staff load it once a release. */
const FIRST_LOAD = 270;
const LATER_STEP = 130;

const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", DIST), "utf8"));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, DIST))).length / 1000);
  return sizes.get(file);
}

/** An entry's own script and everything it imports at once. */
function scriptsOf(key, found = new Set()) {
  const { file, imports = [] } = manifest[key];
  if (found.has(file)) return found;
  found.add(file);
  for (const each of imports) scriptsOf(each, found);
  return found;
}

const sum = (files) => [...files].reduce((total, file) => total + sizeOf(file), 0);
const shell = new Set(["src/owner/main.tsx", "src/i18n/ja/index.ts"].flatMap((key) => [...scriptsOf(key)]));
const rows = [["the frame, first load", sum(shell), FIRST_LOAD]];
for (const key of Object.keys(manifest)
  .filter((name) => /\/[A-Za-z]+Page\.tsx$/.test(name))
  .toSorted()) {
  const added = [...scriptsOf(key)].filter((file) => !shell.has(file));
  rows.push([key.replace(/.*\//, "").replace(".tsx", ""), sum(added), LATER_STEP]);
}

const asJson = process.argv.includes("--json");
let failed = false;
for (const [name, size, budget] of rows) {
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
