import { useTranslate } from "ra-core";
import type { Texts } from "./ja";

type Leaves<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every text there is, by its dotted key. */
export type TextKey = Leaves<Texts>;

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** The texts of the chosen language. Placeholders are `%{name}`; plural forms are parted by `||||` and chosen by `smart_count`. */
export function useT(): Translate {
  return useTranslate();
}
