import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const IMPORT = /(?:\bfrom|\bimport|\bmock)\s*\(?\s*"([^"]+)"/g;

/** An import of a front end's own code: the file below `src`, what it asks for, and the path below `src` that this leads to. */
export interface OwnImport {
  file: string;
  specifier: string;
  target: string[];
}

/** The imports of own code in a source text of the file `file` (below `src`); those of packages are left out. */
export function importsIn(file: string, source: string): OwnImport[] {
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const target = targetOf(file, specifier);
    return target === null ? [] : [{ file, specifier, target }];
  });
}

/** Every import of own code in the TypeScript files below `src` whose path matches. */
export function listImports(src: string, matching: RegExp): OwnImport[] {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && matching.test(file));
  return sources.flatMap((file) => importsIn(file, readFileSync(join(src, file), "utf8")));
}

/**
 * The imports that tie rooms into a circle: what is left when every room that uses no other, or only such, is taken away. `roomOf` names
 * the room of a path below `src`; null for a path that is in none.
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
