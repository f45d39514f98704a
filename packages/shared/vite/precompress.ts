import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT_BYTES = 1024;

/** Writes `.br` and `.gz` next to the built scripts and styles. The server sends these files unchanged. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((each) => /\.(js|css)$/.test(each))) {
        const source = readFileSync(join(folder, name));
        if (source.length < WORTH_IT_BYTES) continue;
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(source));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(source, { level: 9 }));
      }
    },
  };
}
