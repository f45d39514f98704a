import { localePrefixOf } from "@/owner/navigation";
import type { Locale, RestaurantSession } from "@/owner/api";
import { mayCache } from "./days";
import { startNotes } from "./notes";
import { openDatabase } from "./store";

/**
 * Maintains this browser's offline data while a user is signed in: deletes the data of other users, and all data in an
 * admin's session.
 */
export function maintainOfflineData(session: RestaurantSession, locale: Locale): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  // A browser without storage has nothing to delete.
  const done = deleteOthersData(session).catch(() => undefined);
  void done.then(() => {
    if (!isOver && mayCache(session)) stop = startNotes();
  });
  if (mayCache(session)) registerWorker(locale);
  return () => {
    isOver = true;
    stop?.();
  };
}

async function deleteOthersData(session: RestaurantSession): Promise<void> {
  if (!mayCache(session)) return clearOfflineData();
  const database = await openDatabase();
  for (const { who, slug, date } of await database.getAll("days")) {
    if (who !== session.email) await database.delete("days", [slug, date]);
  }
  for (const { who, id } of await database.getAll("notes")) {
    if (who !== session.email) await database.delete("notes", id);
  }
}

/** Handles the end of a session: unsent notes wait for their author, and guest data is deleted from the device. */
export async function clearDays(): Promise<void> {
  await (await openDatabase()).clear("days");
}

/** Deletes all offline data at sign-out. */
export async function clearOfflineData(): Promise<void> {
  const database = await openDatabase();
  await database.clear("days");
  await database.clear("notes");
}

/** Returns the number of unsent notes, which a sign-out would delete. */
export async function countUnsent(): Promise<number> {
  return openDatabase().then(
    (database) => database.count("notes"),
    () => 0,
  );
}

const SCOPES = ["daily_calendars", "floor_plans"] as const;

/** Registers the worker that serves the day's pages offline. The development server has no worker. */
function registerWorker(locale: Locale): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  for (const pages of SCOPES) {
    const scope = `${localePrefixOf(window.location.pathname)}/owners/${pages}/`;
    // If the browser rejects it, the page works without the offline view.
    navigator.serviceWorker.register(`/day-worker.js?locale=${locale}`, { scope }).catch(() => undefined);
  }
}
