import { useSyncExternalStore } from "react";
import { keptForms, onKept } from "./kept";

/** The forms that have something unsaved. */
export function useDrafts(): ReadonlySet<string> {
  return useSyncExternalStore(onKept, keptForms);
}
