import { boundsOf } from "./plan";
import type { Rect } from "./plan";

/** The scale at which a part of the sheet is drawn. */
export interface Scale {
  /** Pixels of a square. */
  unit: number;
  /** The shown squares. */
  shown: Rect;
}

/** Squares around the outermost tables. */
const MARGIN = 0.5;

/** Scales the tables to the available width. Limits keep the text readable and a few tables from filling the screen. */
export function scaleOf(
  tables: readonly Rect[],
  width: number,
  { least, most }: { least: number; most: number },
): Scale {
  const bounds = boundsOf(tables) ?? { x: 0, y: 0, width: 1, height: 1 };
  const shown = {
    x: bounds.x - MARGIN,
    y: bounds.y - MARGIN,
    width: bounds.width + 2 * MARGIN,
    height: bounds.height + 2 * MARGIN,
  };
  const unit = Math.min(Math.max(Math.floor((width / shown.width) * 2) / 2, least), most);
  return { unit, shown };
}

/** Returns the drawn rectangle, in pixels. */
export function pixelsOf(rect: Rect, { unit, shown }: Scale) {
  return {
    left: (rect.x - shown.x) * unit,
    top: (rect.y - shown.y) * unit,
    width: rect.width * unit,
    height: rect.height * unit,
  };
}
