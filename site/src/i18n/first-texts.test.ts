import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { importsIn } from "@seki/shared/testing";
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

describe("the first texts", () => {
  it("include all texts of the frame and the public pages", () => {
    const files = reachedFrom(["main.tsx", ...FIRST_PAGES.map((page) => `features/${page}.tsx`)]);
    expect(files.length).toBeGreaterThan(60);
    const missing = Object.keys(later).join("|");
    const said = new RegExp(`["'\`](?:${missing})\\.[\\w.$]`, "g");
    const late = files.flatMap((file) => {
      const words = readFileSync(join(SRC, file), "utf8").match(said) ?? [];
      return words.map((word) => `${file}: ${word}`);
    });
    expect(late).toEqual([]);
  });
});
