import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import type { Page, Schemas } from "@/owner/api";
import type { Note } from "./model";

/** A cached day. */
export interface CachedDay {
  slug: string;
  date: string;
  /** Email address of the session's user. */
  who: string;
  page: Page<"owner_daily_calendar">;
  /** The floor plan, once the floor page of the day was opened. */
  plan?: Schemas["FloorPlan"];
  /** The last time at which it was known to be current, in milliseconds of this browser's clock. */
  asOf: number;
  /** Milliseconds by which the server's clock was ahead of this browser's at that time. */
  offset: number;
  viewedAt: number;
}

interface OfflineSchema extends DBSchema {
  days: { key: [string, string]; value: CachedDay };
  notes: { key: number; value: Note };
}

/**
 * Increases with each release whose pages expect more data of a cached day. An upgrade deletes the cached days, and
 * keeps the unsent notes.
 */
const VERSION = 2;

let opened: Promise<IDBPDatabase<OfflineSchema>> | null = null;

/** Opens this browser's offline data of the owner console. Rejects if the browser has no storage. */
export function openDatabase(): Promise<IDBPDatabase<OfflineSchema>> {
  opened ??= openDB<OfflineSchema>("seki_owner", VERSION, {
    upgrade(database, before) {
      if (before > 0) database.deleteObjectStore("days");
      database.createObjectStore("days", { keyPath: ["slug", "date"] });
      if (before === 0) database.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
    },
    // Another window has a newer page, whose database waits until this one is closed.
    blocking(_before, _wanted, event) {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated() {
      opened = null;
    },
  });
  opened.catch(() => (opened = null));
  return opened;
}
