import type { Point, Pointed } from "./board";

/** Returns the first row above the grid and the last row below it; null on a grid without seats. */
export function pointedAt(grid: HTMLElement, at: Point): Pointed | null {
  const heads = [...grid.querySelectorAll<HTMLElement>('[data-lane="0"]')];
  const [first] = heads;
  if (!first) return null;
  const below = heads.findIndex((head) => at.clientY < head.getBoundingClientRect().bottom);
  return { x: at.clientX - first.getBoundingClientRect().left, row: below === -1 ? heads.length - 1 : below };
}

const EDGE = 36;
const PACE = 14;

/** Returns -1 at the low edge, 1 at the high edge, otherwise 0. */
function way(at: number, low: number, high: number): number {
  return Number(at > high - EDGE) - Number(at < low + EDGE);
}

/** Scrolls the grid while the pointer is at its edge. Reports whether it scrolled. */
export function scrollAtEdge(grid: HTMLElement, { clientX, clientY }: Point): boolean {
  const box = grid.getBoundingClientRect();
  const heads = grid.querySelector(".corner")?.getBoundingClientRect();
  const before = [grid.scrollLeft, grid.scrollTop];
  grid.scrollBy(
    way(clientX, heads?.right ?? box.left, box.right) * PACE,
    way(clientY, heads?.bottom ?? box.top, box.bottom) * PACE,
  );
  return before[0] !== grid.scrollLeft || before[1] !== grid.scrollTop;
}
