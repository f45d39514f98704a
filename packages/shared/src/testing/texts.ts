/** Texts by name, in groups of any depth. */
export interface TextTree {
  [key: string]: string | TextTree | undefined;
}

/** Returns every text by its dotted key. */
export function flatten(tree: TextTree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "string") flat.set(path, value);
    else if (value !== undefined) for (const entry of flatten(value, path)) flat.set(...entry);
  }
  return flat;
}

/** Returns the placeholders of a text, each once. `form` is global, and its first group is the name. */
export function placeholders(text: string, form: RegExp): string[] {
  return [...new Set([...text.matchAll(form)].map((match) => match[1] ?? ""))].toSorted();
}
