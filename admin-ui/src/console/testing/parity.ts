import { expect, it } from "vitest";
import { flatten, placeholders } from "@seki/shared/testing";
import type { TextTree } from "@seki/shared/testing";

/** Returns the placeholders of a text. Japanese has no plural, so it may omit the number that chooses the form. */
function names(text: string): string {
  return placeholders(text, /%\{(\w+)\}/g)
    .filter((name) => name !== "smart_count")
    .join();
}

/** Tests that two languages have the same texts. `alike` are the keys whose English may have Japanese letters. */
export function itIsTranslated(ja: object, en: object, alike: string[] = []): void {
  const japanese = flatten(ja as TextTree);
  const english = flatten(en as TextTree);

  it("has the same keys in both languages", () => {
    expect([...english.keys()].toSorted()).toEqual([...japanese.keys()].toSorted());
  });

  it("has no empty text", () => {
    const empty = [...japanese, ...english].filter(([, text]) => text === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("uses the same placeholders", () => {
    const differing = [...english].filter(([key, text]) => names(text) !== names(japanese.get(key) ?? ""));
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("has a singular form wherever English counts", () => {
    const counted = /%\{count\} ([a-z]+ )?[a-z]{3,}s\b/;
    // A limit is never one: at most 500 codes.
    const lonely = [...english].filter(([, text]) => counted.test(text) && !/^(At most|max) |\|{4}/.test(text));
    expect(lonely.map(([key]) => key)).toEqual([]);
  });

  it("has no untranslated text", () => {
    const kana = /[\u3040-\u30ff\u4e00-\u9fff]/;
    const left = [...english].filter(([, text]) => kana.test(text)).map(([key]) => key);
    expect(left.toSorted()).toEqual(alike.toSorted());
  });
}
