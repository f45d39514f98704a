import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin, ResolvedConfig } from "vite";
import { build } from "vite";
import type * as drawings from "../src/first-screens/draw";

type Drawings = typeof drawings;

/**
 * Writes the first screens of public pages next to the built site, where the server reads them (`src/first-screens`).
 */
export function firstScreens(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "first-screens",
    apply: ({ build: options }, { command }) => command === "build" && !options?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const scratch = join(config.root, "node_modules/.cache/first-screens");
      await build({
        root: config.root,
        logLevel: "warn",
        build: {
          ssr: "src/first-screens/draw.tsx",
          outDir: scratch,
          emptyOutDir: true,
          copyPublicDir: false,
          manifest: false,
          rolldownOptions: { input: "src/first-screens/draw.tsx" },
        },
      });
      const built = (await import(pathToFileURL(join(scratch, "draw.js")).href)) as Drawings;
      await writeAll(built, join(config.root, config.build.outDir, "first-screens"));
      rmSync(scratch, { recursive: true });
    },
  };
}

async function writeAll({ FIRST_SCREENS, LOCALES, draw }: Drawings, folder: string): Promise<void> {
  for (const locale of LOCALES) {
    // Links that leave the application use the language of the document's address.
    Object.assign(globalThis, { window: { location: new URL(`http://localhost/${locale}/`) } });
    mkdirSync(join(folder, locale), { recursive: true });
    for (const name of Object.keys(FIRST_SCREENS) as (keyof typeof FIRST_SCREENS)[]) {
      writeFileSync(join(folder, locale, `${name}.html.j2`), await draw(name, locale));
    }
  }
}
