import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const FOLDER = join(dirname(createRequire(import.meta.url).resolve("country-flag-icons/package.json")), "3x2");
const PREFIX = "assets/flags/";

/** Serves the flags as separate files: one image per visible row, and no script. */
export function flags(): Plugin {
  return {
    name: "flags",
    configureServer(server) {
      server.middlewares.use(`/${PREFIX}`, (request, response, next) => {
        const name = /^\/([A-Z]{2})\.svg$/.exec(request.url ?? "")?.[1];
        if (!name) return next();
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(readFileSync(join(FOLDER, `${name}.svg`)));
      });
    },
    generateBundle() {
      for (const file of readdirSync(FOLDER)) {
        if (/^[A-Z]{2}\.svg$/.test(file)) {
          this.emitFile({ type: "asset", fileName: PREFIX + file, source: readFileSync(join(FOLDER, file)) });
        }
      }
    },
  };
}
