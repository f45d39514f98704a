import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { audit as en } from "@/admin/i18n/en/audit";
import { audit as ja } from "@/admin/i18n/ja/audit";
import { masters } from "@/admin/i18n/ja/masters";

const ROOT = join(import.meta.dirname, "../../../..");

/** Returns the keys that a Rust source stores in the details of audit rows, and in their records before and after. */
function keysIn(source: string): string[] {
  const code = source.split("#[cfg(test)]")[0]!;
  const details = code.matchAll(/\bdetail\s*[:=]\s*json!\(\{(.*?)\}\)/gs);
  const changes = code.matchAll(/\bfn (?:audit|picture|round|rule)_fields\((.*?)\n {0,4}\}\n/gs);
  return [...details, ...changes].flatMap(([, body = ""]) =>
    [...body.matchAll(/"([a-z_]+)"\s*:/g)].map(([, key = ""]) => key),
  );
}

it("has a label for each detail of the server's audit rows", () => {
  const keys = ["domain/src", "web-server/src"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".rs"))
      .flatMap((file) => keysIn(readFileSync(join(ROOT, folder, file), "utf8"))),
  );
  expect(keys.length).toBeGreaterThan(100);
  expect([...new Set(keys)].filter((key) => !(key in ja.audit.key || key in masters.field)).toSorted()).toEqual([]);
});

it.each([
  ["ja", ja.audit.value],
  ["en", en.audit.value],
])("(%s) has a text for each reason of a dispute", (_, values) => {
  const texts = JSON.parse(readFileSync(join(ROOT, "domain/locales/en.json"), "utf8")) as Record<string, string>;
  const reasons = Object.keys(texts).flatMap((key) => /^dispute\.reason\.(\w+)$/.exec(key)?.[1] ?? []);
  expect(reasons.length).toBeGreaterThan(5);
  // An unknown reason is shown as its code.
  expect(reasons.filter((reason) => reason !== "other" && !(reason in values))).toEqual([]);
});
