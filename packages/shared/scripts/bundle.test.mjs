// @vitest-environment node
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { checkBudgets } from "./bundle.mjs";

afterEach(() => vi.restoreAllMocks());

/** Checks scripts of the given sizes in kB against a budget of 10 kB each, and returns the printed rows. */
function check(sizes) {
  const dist = mkdtempSync(join(tmpdir(), "bundle-"));
  const manifest = Object.fromEntries(Object.keys(sizes).map((name) => [name, { file: `${name}.js` }]));
  for (const [name, size] of Object.entries(sizes)) writeFileSync(join(dist, `${name}.js`), randomBytes(size * 1000));
  const log = vi.spyOn(console, "log").mockReturnValue(undefined);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined);
  const rows = Object.keys(sizes).map((name) => ({ name, parts: [name], budget: 10 }));
  checkBudgets(pathToFileURL(`${dist}/`), manifest, rows);
  return { lines: log.mock.calls.map(([line]) => line.split(" ").filter(Boolean)), exit: exit.mock.calls[0][0] };
}

it("prints exceeded budgets last", () => {
  const { lines, exit } = check({ Account: 30, Booking: 1, Calendar: 20, Zone: 2 });
  const outcomes = lines.map((line) => `${line[0]} ${line.at(-1)}`);
  expect(outcomes).toEqual(["ok Booking", "ok Zone", "OVER Account", "OVER Calendar"]);
  expect(exit).toBe(1);
});

it("succeeds if all scripts are within their budgets", () => {
  const { lines, exit } = check({ Account: 3, Booking: 1 });
  expect(lines.map(([outcome]) => outcome)).toEqual(["ok", "ok"]);
  expect(exit).toBe(0);
});
