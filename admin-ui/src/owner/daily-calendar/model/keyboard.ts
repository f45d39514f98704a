import type { Lane } from "./geometry";

/** The keyboard's cell. */
export interface Active {
  row: number;
  lane: number;
}

interface Size {
  rows: number;
  lanes: readonly Lane[];
}

/** Returns the target of a key, skipping dividers; null if the key does not move the cell. */
export function moved(active: Active, key: string, withControl: boolean, { rows, lanes }: Size): Active | null {
  const ends = { first: nextLane(lanes, -1, 1), last: nextLane(lanes, lanes.length, -1) };
  switch (key) {
    case "ArrowUp":
      return { ...active, row: Math.max(0, active.row - 1) };
    case "ArrowDown":
      return { ...active, row: Math.min(rows - 1, active.row + 1) };
    case "ArrowLeft":
      return { ...active, lane: nextLane(lanes, active.lane, -1) ?? active.lane };
    case "ArrowRight":
      return { ...active, lane: nextLane(lanes, active.lane, 1) ?? active.lane };
    case "Home":
      return { row: withControl ? 0 : active.row, lane: ends.first ?? 0 };
    case "End":
      return { row: withControl ? rows - 1 : active.row, lane: ends.last ?? 0 };
    default:
      return null;
  }
}

function nextLane(lanes: readonly Lane[], from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < lanes.length; index += step) {
    if (lanes[index]?.isDivider === false) return index;
  }
  return undefined;
}
