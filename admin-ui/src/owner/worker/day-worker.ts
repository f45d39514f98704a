import { NavigationRoute, NetworkOnly, Serwist } from "serwist";
import type { PrecacheEntry } from "serwist";

/** The parts of its global scope that the worker uses. */
interface Scope {
  /** The files of the day's pages, inserted by the build (`vite/day-worker.ts`). */
  dayFiles: PrecacheEntry[];
  location: { href: string };
}
declare const self: Scope;

/** Timeout of the server in seconds. After it the cached day is shown. */
const TIMEOUT_SECONDS = 5;
/** Statuses of a proxy while the server is offline. */
const AWAY = new Set([502, 503, 504]);

const locale = new URL(self.location.href).searchParams.get("locale") === "en" ? "en" : "ja";
const shell = `/${locale}/owners/away`;

const files = self.dayFiles;
const revision = files.map((file) => file.url).join(" ");

/**
 * Caches the files of the day's pages and the frame of the console, which contain no personal data. The page caches the
 * day itself and deletes it at the end of the session. While online, the server responds as usual.
 */
const worker = new Serwist({
  precacheEntries: [...files, { url: shell, revision }],
  // Fetched without the user's cookies: the frame is the same for all users.
  precacheOptions: { cleanupOutdatedCaches: true, fetchOptions: { credentials: "omit" } },
  skipWaiting: true,
  clientsClaim: true,
});

const fromServer = new NetworkOnly({
  networkTimeoutSeconds: TIMEOUT_SECONDS,
  plugins: [
    {
      fetchDidSucceed: ({ response }) =>
        AWAY.has(response.status) ? Promise.reject(new Error("server unavailable")) : Promise.resolve(response),
      handlerDidError: () => worker.matchPrecache(shell),
    },
  ],
});

worker.registerRoute(new NavigationRoute(fromServer));
worker.addEventListeners();
