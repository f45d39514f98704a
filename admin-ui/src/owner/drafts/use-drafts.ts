import { useSyncExternalStore } from "react";
import { formsWithDrafts, onDraftsChange } from "./store";

/** The forms that have something unsaved. */
export function useDrafts(): ReadonlySet<string> {
  return useSyncExternalStore(onDraftsChange, formsWithDrafts);
}
