import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Plugin, Rolldown } from "vite";

const SOURCE = fileURLToPath(new URL("../src/owner/worker/day-worker.ts", import.meta.url));
/** File name of the worker, next to the hashed files. It must not change. */
const WORKER = "day-worker.js";
const ENTRY = "src/owner/main.tsx";
const PAGES = ["daily-calendar/OwnerDailyCalendarPage.tsx", "floor/OwnerFloorPlanPage.tsx"];
const TEXTS = /src\/owner\/i18n\/(ja|en)\/index\.ts$/;
/** Module that every page of the owners loads shortly after its start. */
const LATER = /src\/owner\/away\/index\.ts$/;

/**
 * Builds the service worker of the day's two pages as one file, with a list of their files: the scripts that they load
 * first, and the lazy ones.
 */
export function dayWorker(): Plugin {
  return {
    name: "day-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const files = filesOf(bundle).map((file) => ({ url: `/${file}`, revision: null }));
        this.emitFile({ type: "asset", fileName: WORKER, source: await workerOver(files) });
      },
    },
  };
}

async function workerOver(files: readonly object[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    define: { "self.dayFiles": JSON.stringify(files), "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: SOURCE, output: { format: "iife" } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  const [worker, ...others] = outputs;
  if (worker?.type !== "chunk" || others.length > 0) throw new Error("The build of the day worker must be one file");
  return worker.code;
}

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk, isWhole: boolean) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of stylesOf(chunk)) files.add(style);
    for (const name of [...chunk.imports, ...(isWhole ? chunk.dynamicImports : [])]) {
      const next = bundle[name];
      if (next?.type === "chunk") add(next, isWhole);
    }
  };
  const startsWith = (test: (source: string) => boolean) =>
    chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && test(facadeModuleId));
  for (const page of startsWith((source) => PAGES.some((name) => source.endsWith(name)))) add(page, true);
  for (const part of startsWith((source) => source.endsWith(ENTRY) || TEXTS.test(source) || LATER.test(source)))
    add(part, false);
  if (files.size === 0) throw new Error("The build has no files of the day's pages");
  return [...files].toSorted();
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...((chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])];
}
