import type { RefObject } from "react";
import type { CalendarItem } from "../model/blocks";
import type { Active } from "../model/keyboard";
import type { Floor, Spot, Target } from "../model/moving";

/** A point of the window. */
export interface Point {
  clientX: number;
  clientY: number;
}

/** Where a pointer is on a board: pixels from the first column, and the row. On a plan of tables there are no columns. */
export interface Pointed {
  x: number;
  row: number;
}

/** What parties are moved on: the grid of a day, or the plan of its tables. */
export interface Board {
  /** The element that scrolls and has the keys. */
  ref: RefObject<HTMLDivElement | null>;
  floor: Floor;
  /** Null beside all rows. */
  pointedAt: (board: HTMLElement, at: Point) => Pointed | null;
  /** Where a key leads from a place; null for a key that leads nowhere. */
  keyedTo: (item: CalendarItem, spot: Spot, key: { key: string; shiftKey: boolean }) => Target | null;
  /** Brings the keyboard to where a party was put. */
  goTo: (at: Active) => void;
}
