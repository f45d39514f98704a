import { useKeptChoice } from "@/console/ui";

const VIEWS = ["grid", "list"] as const;
export type View = (typeof VIEWS)[number];

/** Whether the day is shown as a grid or as a list; a browser keeps what was chosen last. */
export function useView(): [View, (view: View) => void] {
  return useKeptChoice("owner_day_view", VIEWS);
}
