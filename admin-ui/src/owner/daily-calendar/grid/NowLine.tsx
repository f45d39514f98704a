import { useEffect } from "react";
import { minutesOfDay } from "@/console/ui/times";
import { useNow } from "../live/use-now";
import { xOf } from "../model/geometry";
import type { Geometry } from "../model/geometry";
import { GRID_ID } from "./focus-grid";
import { HEADS } from "./styles";

const NOW_ID = "day-grid-now";

/** Scrolls the present into the middle of the grid. The page itself does not scroll. */
export function scrollToNow(): void {
  const [grid, line] = [document.getElementById(GRID_ID), document.getElementById(NOW_ID)];
  if (!grid || !line) return;
  const [frame, now] = [grid.getBoundingClientRect(), line.getBoundingClientRect()];
  grid.scrollBy({ left: now.left - frame.left - frame.width / 2 });
}

/** Marks the present. A newly opened grid scrolls to it. */
export function NowLine({ geometry, date, timeZone }: { geometry: Geometry; date: string; timeZone: string }) {
  const now = useNow();
  // The server's clock may be known only after the first render.
  const minutes = minutesOfDay(now, date, timeZone);
  const isShown = minutes !== null;
  useEffect(() => {
    if (isShown) scrollToNow();
  }, [isShown]);
  if (minutes === null) return null;
  const x = xOf(geometry, minutes);
  return <div id={NOW_ID} className="now" style={{ left: `calc(${HEADS} + ${x}px)` }} />;
}
