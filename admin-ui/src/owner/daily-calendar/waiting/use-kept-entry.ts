import { useState } from "react";
import type { WaitingEntry } from "./model";

/** Keeps the entry of an open dialog in its list, so that the dialog stays open when the entry leaves the list meanwhile. */
export function useKeptEntry(entries: readonly WaitingEntry[]) {
  const [kept, keep] = useState<WaitingEntry | null>(null);
  const left = kept !== null && entries.every(({ uid }) => uid !== kept.uid) ? kept : null;
  return { shown: left === null ? entries : [...entries, left], left, keep };
}
