import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import type { Page, Schemas } from "@/owner/api";
import type { Note } from "./model";

/** A day as it was seen last. */
export interface KeptDay {
  slug: string;
  date: string;
  /** Whose session it was seen in. */
  who: string;
  page: Page<"owner_daily_calendar">;
  /** Where the tables stood, once somebody has looked at the day on its floor. */
  plan?: Schemas["FloorPlan"];
  /** The last moment for which it is known to be right, in milliseconds of this browser's clock. */
  asOf: number;
  /** How far the server's clock was ahead of this browser's then. */
  offset: number;
  lookedAt: number;
}

interface Kept extends DBSchema {
  days: { key: [string, string]; value: KeptDay };
  notes: { key: number; value: Note };
}

let opened: Promise<IDBPDatabase<Kept>> | null = null;

/** What a browser keeps of the owners' console; rejects where it may keep nothing. */
export function keptThings(): Promise<IDBPDatabase<Kept>> {
  opened ??= openDB<Kept>("seki_owner", 1, {
    upgrade(database) {
      database.createObjectStore("days", { keyPath: ["slug", "date"] });
      database.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
    },
    terminated() {
      opened = null;
    },
  });
  opened.catch(() => (opened = null));
  return opened;
}
