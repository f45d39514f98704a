import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../../..");
const JAPANESE = /Hiragino|Yu (Gothic|Mincho)|YuMincho|Noto \w+ (CJK )?JP|system-ui/;

function stacksIn(file: string, pattern: RegExp): string[][] {
  const source = readFileSync(join(REPOSITORY, file), "utf8");
  return [...source.matchAll(pattern)].map(([, families = ""]) => families.split(",").map((family) => family.trim()));
}

it.each([
  ["site/src/styles/tokens.css", /--(?:serif|sans):([^;]+);/g],
  ["admin-ui/src/console/ui/theme.ts", /const S(?:ANS|ERIF) =\s*'([^']+)'/g],
])("Latin letters never use a Japanese font first (%s)", (file, pattern) => {
  const stacks = stacksIn(file, pattern);
  expect(stacks).toHaveLength(2);
  for (const families of stacks) {
    const first = families.findIndex((family) => JAPANESE.test(family));
    expect(first).toBeGreaterThan(3);
    expect(families.slice(first).some((family) => /^(Arial|Roboto|Palatino)$/.test(family))).toBe(false);
  }
});
