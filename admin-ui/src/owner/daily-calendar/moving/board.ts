import type { RefObject } from "react";
import type { CalendarItem } from "../model/blocks";
import type { Active } from "../model/keyboard";
import type { Floor, Spot, Target } from "../model/moving";

/** A point of the window. */
export interface Point {
  clientX: number;
  clientY: number;
}

/** Position of a pointer on a board: pixels from the first column, and row. A floor plan has no columns. */
export interface Pointed {
  x: number;
  row: number;
}

/** A surface on which parties are moved: the grid of a day, or the floor plan. */
export interface Board {
  /** The element that scrolls and receives the keys. */
  ref: RefObject<HTMLDivElement | null>;
  floor: Floor;
  /** Returns null outside the rows. */
  pointedAt: (board: HTMLElement, at: Point) => Pointed | null;
  /** Returns the target of a key; null for a key that does not move the party. */
  keyedTo: (item: CalendarItem, spot: Spot, key: { key: string; shiftKey: boolean }) => Target | null;
  /** Moves the keyboard's cell to the party's new place. */
  goTo: (at: Active) => void;
}
