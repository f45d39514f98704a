import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { flatten, importsIn } from "@seki/shared/testing";
import { texts as later } from "./ja/later";

const SRC = join(import.meta.dirname, "..");
/** The code of other pages and of an open waiting room is loaded with the later texts, wherever it is imported. */
const LATER = /\/pages\/(?!(Home|Restaurant|Widget)Page)\w+Page$|\/OpenRoom$/;
const FIRST_PAGES = ["restaurants/pages/HomePage", "restaurants/pages/RestaurantPage", "widget/pages/WidgetPage"];

function fileOf(target: string): string | null {
  const endings = [".tsx", ".ts", "/index.ts", ""];
  const path = endings.map((ending) => join(SRC, target) + ending).find((each) => existsSync(each));
  return path && /\.tsx?$/.test(path) ? relative(SRC, path) : null;
}

/** Returns every file of the frame and the public pages, including dialogs that load when they open. */
function reachedFrom(start: string[]): string[] {
  const reached = new Set<string>();
  const waiting = [...start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || dirname(file).startsWith("i18n")) continue;
    reached.add(file);
    for (const { target } of importsIn(file, readFileSync(join(SRC, file), "utf8"))) {
      const next = fileOf(target.join("/"));
      if (next !== null && !LATER.test(target.join("/"))) waiting.push(next);
    }
  }
  return [...reached];
}

/** The keys of the later texts, without the endings of their plural forms. A group may have first texts, too. */
const LATE_KEYS = [...flatten(later).keys()].map((key) => key.replace(/_(one|other)$/, ""));
const KEY = new RegExp(`["'\`]((?:${Object.keys(later).join("|")})\\.[\\w.]*)(\\$?)`, "g");

/** Returns the keys of later texts in code. A key may end with a variable part. */
function lateKeysIn(code: string): string[] {
  const said = [...code.matchAll(KEY)].map(([, key = "", variable]) => ({ key, isPart: variable !== "" }));
  const late = said.filter(({ key, isPart }) =>
    LATE_KEYS.some((each) => (isPart ? each.startsWith(key) : each === key)),
  );
  return late.map(({ key }) => key);
}

describe("the first texts", () => {
  it("include all texts of the frame and the public pages", () => {
    const files = reachedFrom(["main.tsx", ...FIRST_PAGES.map((page) => `features/${page}.tsx`)]);
    expect(files.length).toBeGreaterThan(60);
    const late = files.flatMap((file) =>
      lateKeysIn(readFileSync(join(SRC, file), "utf8")).map((key) => `${file}: ${key}`),
    );
    expect(late).toEqual([]);
  });

  it.each([
    ['t("review.title")', ["review.title"]],
    ['t("plans.saves", { count })', ["plans.saves"]],
    ["t(`plans.grade.${grade}`)", ["plans.grade."]],
    ['t("plans.teaser.more")', []],
    ["t(`plans.search.type.${type}`)", []],
  ])("later texts are found in code: %s", (code, keys) => {
    expect(lateKeysIn(code)).toEqual(keys);
  });
});
