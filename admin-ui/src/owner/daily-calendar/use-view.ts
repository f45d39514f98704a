import { useState } from "react";

export type View = "grid" | "list";

const KEY = "owner_day_view";

/** Whether the day is shown as a grid or as a list; a browser keeps what was chosen last. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (localStorage.getItem(KEY) === "list" ? "list" : "grid"));
  const choose = (next: View) => {
    localStorage.setItem(KEY, next);
    setView(next);
  };
  return [view, choose];
}
