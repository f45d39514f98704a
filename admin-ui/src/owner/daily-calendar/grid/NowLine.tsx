import { useNow } from "../live/use-now";
import { dateInZone, formatTime } from "@seki/shared/civil-time";
import { minutesOf, xOf } from "../model/geometry";
import type { Geometry } from "../model/geometry";
import { HEADS } from "./styles";

/** Where the day has come to. */
export function NowLine({ geometry, date, timeZone }: { geometry: Geometry; date: string; timeZone: string }) {
  const now = useNow();
  if (dateInZone(now, timeZone) !== date) return null;
  const x = xOf(geometry, minutesOf(formatTime(now.toISOString(), "ja", timeZone)));
  return <div className="now" style={{ left: `calc(${HEADS} + ${x}px)` }} />;
}
