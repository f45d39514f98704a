import { minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";

type TimeColumn = Schemas["TimeColumn"];
type CalendarGroup = Schemas["CalendarGroup"];
type CalendarSeat = Schemas["CalendarSeat"];

/** Dimensions of the grid in pixels (owner §2 and §9). */
export const ROW_HEIGHT = 60;
const COLUMN_WIDTH = 80;
const QUARTER_COLUMN_WIDTH = 40;
const DIVIDER_WIDTH = 20;

/** A column and its position. */
export interface Lane {
  column: TimeColumn;
  from: number;
  till: number;
  left: number;
  width: number;
  isDivider: boolean;
}

export interface Geometry {
  lanes: readonly Lane[];
  width: number;
}

export function geometryOf(columns: readonly TimeColumn[], isQuarterHour: boolean): Geometry {
  let left = 0;
  const lanes = columns.map((column): Lane => {
    const isDivider = column.label === null;
    const width = isDivider ? DIVIDER_WIDTH : isQuarterHour ? QUARTER_COLUMN_WIDTH : COLUMN_WIDTH;
    const lane = { column, from: minutesOf(column.from), till: minutesOf(column.till), left, width, isDivider };
    left += width;
    return lane;
  });
  return { lanes, width: left };
}

/** Returns the pixel of a time, counted from the first column. Times outside the columns map to the nearest edge. */
export function xOf({ lanes, width }: Geometry, minutes: number): number {
  const lane = lanes.find(({ till }) => minutes < till);
  if (!lane) return width;
  const share = (minutes - lane.from) / Math.max(1, lane.till - lane.from);
  return lane.left + Math.max(0, share) * lane.width;
}

/** Returns the index of the column at a pixel. */
export function laneAt({ lanes }: Geometry, x: number): number {
  const found = lanes.findLastIndex(({ left }) => left <= x);
  return Math.max(0, found);
}

/** A row of the grid: a seat of a group. */
export interface SeatRow {
  index: number;
  group: CalendarGroup;
  seat: CalendarSeat;
}

export function rowsOf(groups: readonly CalendarGroup[]): SeatRow[] {
  const seats = groups.flatMap((group) => group.inventory_items.map((seat) => ({ group, seat })));
  return seats.map((row, index) => ({ index, ...row }));
}
