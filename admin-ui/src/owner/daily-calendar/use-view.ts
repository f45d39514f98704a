import { useStoredChoice } from "@/console/ui";

const VIEWS = ["grid", "list"] as const;
export type View = (typeof VIEWS)[number];

/** Returns whether the day is shown as a grid or as a list. The browser remembers the last choice. */
export function useView(): [View, (view: View) => void] {
  return useStoredChoice("owner_day_view", VIEWS);
}
