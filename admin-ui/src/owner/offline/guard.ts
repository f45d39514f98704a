import { localePrefixOf } from "@/owner/navigation";
import type { Locale, RestaurantSession } from "@/owner/api";
import { mayKeep } from "./days";
import { startNotes } from "./notes";
import { keptThings } from "./store";

/** Looks after what this browser keeps, for as long as somebody is signed in: nothing of anybody else, and nothing for admins. */
export function watchKept(session: RestaurantSession, locale: Locale): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  // A browser that keeps nothing has nothing to leave out.
  const done = leaveOnly(session).catch(() => undefined);
  void done.then(() => {
    if (!isOver && mayKeep(session)) stop = startNotes();
  });
  if (mayKeep(session)) registerWorker(locale);
  return () => {
    isOver = true;
    stop?.();
  };
}

async function leaveOnly(session: RestaurantSession): Promise<void> {
  if (!mayKeep(session)) return forgetAll();
  const database = await keptThings();
  for (const { who, slug, date } of await database.getAll("days")) {
    if (who !== session.email) await database.delete("days", [slug, date]);
  }
  for (const { who, id } of await database.getAll("notes")) {
    if (who !== session.email) await database.delete("notes", id);
  }
}

/** The session has ended: what was noted waits for its owner, and no guest stays on the device. */
export async function forgetDays(): Promise<void> {
  await (await keptThings()).clear("days");
}

/** Signing out takes everything along. */
export async function forgetAll(): Promise<void> {
  const database = await keptThings();
  await database.clear("days");
  await database.clear("notes");
}

/** How many notes would be lost. */
export async function countUnsent(): Promise<number> {
  return keptThings().then(
    (database) => database.count("notes"),
    () => 0,
  );
}

const SCOPES = ["daily_calendars", "floor_plans"] as const;

/** The worker answers for the server when a day is opened without a line; the development server has none. */
function registerWorker(locale: Locale): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  for (const pages of SCOPES) {
    const scope = `${localePrefixOf(window.location.pathname)}/owners/${pages}/`;
    // Where the browser refuses it, the page works as before.
    navigator.serviceWorker.register(`/day-worker.js?locale=${locale}`, { scope }).catch(() => undefined);
  }
}
