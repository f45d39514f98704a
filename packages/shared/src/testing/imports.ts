import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const IMPORT = /(?:\bfrom|\bimport|\bmock)\s*\(?\s*"([^"]+)"/g;

/**
 * An import of a front end's own code: the file below `src`, the specifier, and the path below `src` that it resolves
 * to.
 */
export interface OwnImport {
  file: string;
  specifier: string;
  target: string[];
}

/** Returns the imports of own code in the source text of `file` (below `src`), without imports of packages. */
export function importsIn(file: string, source: string): OwnImport[] {
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const target = targetOf(file, specifier);
    return target === null ? [] : [{ file, specifier, target }];
  });
}

/** Returns all imports of own code in the TypeScript files below `src` whose path matches. */
export function listImports(src: string, matching: RegExp): OwnImport[] {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && matching.test(file));
  return sources.flatMap((file) => importsIn(file, readFileSync(join(src, file), "utf8")));
}

/**
 * Returns the imports that form cycles between folders: the imports that remain after folders without such imports are
 * removed repeatedly. `folderOf` returns the folder of a path below `src`, or null if the path is in none.
 */
export function importsInCircles(imports: OwnImport[], folderOf: (path: string[]) => string | null): OwnImport[] {
  let left = imports.flatMap((each) => {
    const [from, to] = [folderOf(each.file.replace(/\.tsx?$/, "").split("/")), folderOf(each.target)];
    return from === null || to === null || from === to ? [] : [{ each, from, to }];
  });
  for (;;) {
    const users = new Set(left.map(({ from }) => from));
    const kept = left.filter(({ to }) => users.has(to));
    if (kept.length === left.length) return left.map(({ each }) => each);
    left = kept;
  }
}

function targetOf(file: string, specifier: string): string[] | null {
  if (specifier.startsWith("@/")) return specifier.slice(2).split("/");
  if (!specifier.startsWith(".")) return null;
  return new URL(specifier, `file:///${file}`).pathname.slice(1).split("/");
}
