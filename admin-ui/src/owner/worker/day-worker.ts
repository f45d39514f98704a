import { NavigationRoute, NetworkOnly, Serwist } from "serwist";
import type { PrecacheEntry } from "serwist";

/** What the worker uses of its own scope. */
interface Scope {
  /** The files of the day's pages, written in by the build (`vite/day-worker.ts`). */
  dayFiles: PrecacheEntry[];
  location: { href: string };
}
declare const self: Scope;

/** A day that has not come by then is shown as it was kept. */
const TIMEOUT_SECONDS = 5;
/** What a proxy answers while the server is offline. */
const AWAY = new Set([502, 503, 504]);

const locale = new URL(self.location.href).searchParams.get("locale") === "en" ? "en" : "ja";
const shell = `/${locale}/owners/away`;

const files = self.dayFiles;
const revision = files.map((file) => file.url).join(" ");

/**
 * Keeps the files of the day's pages and the console's frame, both of nobody; the day itself is kept by the page, which
 * erases it at the end of the session. Where there is a line, the server answers as always.
 */
const worker = new Serwist({
  precacheEntries: [...files, { url: shell, revision }],
  // Without the cookies of whoever is signed in: the frame is the same for everybody.
  precacheOptions: { cleanupOutdatedCaches: true, fetchOptions: { credentials: "omit" } },
  skipWaiting: true,
  clientsClaim: true,
});

const fromServer = new NetworkOnly({
  networkTimeoutSeconds: TIMEOUT_SECONDS,
  plugins: [
    {
      fetchDidSucceed: ({ response }) =>
        AWAY.has(response.status) ? Promise.reject(new Error("away")) : Promise.resolve(response),
      handlerDidError: () => worker.matchPrecache(shell),
    },
  ],
});

worker.registerRoute(new NavigationRoute(fromServer));
worker.addEventListeners();
