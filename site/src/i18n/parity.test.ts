import { describe, expect, it } from "vitest";
import { texts as en } from "./en";
import { texts as ja } from "./ja";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "string") flat.set(path, value);
    else for (const entry of flatten(value, path)) flat.set(...entry);
  }
  return flat;
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""))].sort();
}

/** English needs plural forms Japanese does not have. */
function base(key: string): string {
  return key.replace(/_(one|other)$/, "");
}

const japanese = flatten(ja);
const english = flatten(en);

describe("the two languages", () => {
  it("have the same keys", () => {
    const keys = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(base))].sort();
    expect(keys(english)).toEqual(keys(japanese));
  });

  it("have no empty text", () => {
    const empty = [...japanese, ...english].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fill the same placeholders", () => {
    for (const [key, text] of english) {
      const source = japanese.get(key) ?? japanese.get(base(key)) ?? japanese.get(`${base(key)}_other`);
      expect(placeholders(text), key).toEqual(placeholders(source ?? ""));
    }
  });

  it("are not left untranslated", () => {
    const kana = /[\u3040-\u30ff]/;
    const left = [...english].filter(([key, text]) => kana.test(text) && key !== "common.language.ja");
    expect(left.map(([key]) => key)).toEqual([]);
  });
});
