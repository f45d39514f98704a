/** Dotted key of any text of a tree. */
export type KeysOf<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : KeysOf<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Placeholders are `%{name}`; plural forms are separated by `||||` and chosen by `smart_count`. */
export type TranslateOf<Key extends string> = (key: Key, values?: Record<string, string | number>) => string;
