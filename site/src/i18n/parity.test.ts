import { describe, expect, it } from "vitest";
import { flatten, placeholders } from "@seki/shared/testing";
import type { TextTree } from "@seki/shared/testing";
import { texts as en } from "./en";
import { help as enHelp } from "./en/help";
import { texts as enLater } from "./en/later";
import { raffleCheck as enRaffleCheck } from "./en/raffle-check";
import { texts as ja } from "./ja";
import { help as jaHelp } from "./ja/help";
import { texts as jaLater } from "./ja/later";
import { raffleCheck as jaRaffleCheck } from "./ja/raffle-check";

const NAME = /\{\{(\w+)\}\}/g;

/** English needs plural forms that Japanese does not have. */
function base(key: string): string {
  return key.replace(/_(one|other)$/, "");
}

function keysOf(texts: Map<string, string>): string[] {
  return [...new Set([...texts.keys()].map(base))].toSorted();
}

/** Returns all texts of a language. A group may have texts in several parts. */
function allTexts(...parts: TextTree[]): Map<string, string> {
  return new Map(parts.flatMap((part) => [...flatten(part)]));
}

const japanese = allTexts(ja, jaLater, { raffle_check: jaRaffleCheck, help: jaHelp });
const english = allTexts(en, enLater, { raffle_check: enRaffleCheck, help: enHelp });

describe("the two languages", () => {
  it("have the same keys", () => {
    expect(keysOf(english)).toEqual(keysOf(japanese));
  });

  it("load each text in one part", () => {
    const parts = [ja, jaLater, { raffle_check: jaRaffleCheck, help: jaHelp }];
    expect(parts.reduce((count, part) => count + flatten(part).size, 0)).toBe(japanese.size);
  });

  it("have no empty text", () => {
    const empty = [...japanese, ...english].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fill the same placeholders", () => {
    const differing = [...english].filter(([key, text]) => {
      const source = japanese.get(key) ?? japanese.get(`${base(key)}_other`) ?? "";
      // The form for one may omit its number: every month.
      const wanted = placeholders(source, NAME).filter((name) => !key.endsWith("_one") || name !== "count");
      const filled = placeholders(text, NAME).filter((name) => !key.endsWith("_one") || name !== "count");
      return filled.join() !== wanted.join();
    });
    expect(differing).toEqual([]);
  });

  it("have a singular form wherever English counts", () => {
    const counted = [...english].filter(([, text]) => text.includes("{{count}}")).map(([key]) => key);
    expect(counted.filter((key) => base(key) === key || !english.has(`${base(key)}_one`))).toEqual([]);
  });

  it("are not left untranslated", () => {
    const kana = /[\u3040-\u30ff]/;
    const left = [...english].filter(([key, text]) => kana.test(text) && key !== "common.language.ja");
    expect(left.map(([key]) => key)).toEqual([]);
  });
});
