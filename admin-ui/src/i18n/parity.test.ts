import { describe, expect, it } from "vitest";
import { texts as en } from "./en";
import { messages as enMessages } from "./en/react-admin";
import { texts as ja } from "./ja";
import { messages as jaMessages } from "./ja/react-admin";

type Tree = { [key: string]: string | Tree | undefined };

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "string") flat.set(path, value);
    else if (value !== undefined) for (const entry of flatten(value, path)) flat.set(...entry);
  }
  return flat;
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map((match) => match[1] ?? ""))].toSorted();
}

/** Japanese has no plural: it need not say the number that chooses the form. */
const withoutCount = (names: string[]) => names.filter((name) => name !== "smart_count");

describe.each([
  { name: "our own", japanese: flatten(ja), english: flatten(en) },
  { name: "react-admin's", japanese: flatten(jaMessages), english: flatten(enMessages) },
])("$name texts in the two languages", ({ name, japanese, english }) => {
  it("have the same keys", () => {
    expect([...english.keys()].toSorted()).toEqual([...japanese.keys()].toSorted());
  });

  it("have no empty text", () => {
    const empty = [...japanese, ...english].filter(([, text]) => text === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fill the same placeholders", () => {
    const differing = [...english].filter(([key, text]) => {
      const source = japanese.get(key) ?? "";
      return withoutCount(placeholders(text)).join() !== withoutCount(placeholders(source)).join();
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("are not left untranslated", () => {
    const kana = /[\u3040-\u30ff\u4e00-\u9fff]/;
    const left = [...english].filter(([key, text]) => kana.test(text) && !key.startsWith("console.language."));
    expect(left.map(([key]) => key)).toEqual(name === "our own" ? ["console.site_name"] : []);
  });
});
