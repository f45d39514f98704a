/** Chooses the edge of the window at which the bar of a move is drawn. Independent of the screen. */

export type Edge = "top" | "bottom";

/** A vertical span of the window, in pixels. */
export interface Span {
  top: number;
  bottom: number;
}

export interface Scene {
  /** The span of the bar at each edge. */
  bars: Record<Edge, Span>;
  /** The visible spans of the moved party's blocks. */
  source: readonly Span[];
  /** The visible spans of the target. */
  target: readonly Span[];
}

/** Pixels of a target that the bar leaves visible: one line of its text. */
const LINE = 20;

/**
 * Returns the edge at which the bar hides neither the moved party nor the text of its target; where both edges hide
 * some of them, the edge that hides less. A bar that hides nothing keeps its edge: it must not leave a pointer.
 */
export function edgeFor({ bars, source, target }: Scene, current: Edge): Edge {
  const { [current]: bar } = bars;
  const isInTheWay =
    source.some((span) => hiddenBy(bar, span) > 0) ||
    target.some((span) => lengthOf(span) - hiddenBy(bar, span) < Math.min(LINE, lengthOf(span)));
  const other = current === "top" ? "bottom" : "top";
  const hidden = (edge: Edge) => [...source, ...target].reduce((sum, span) => sum + hiddenBy(bars[edge], span), 0);
  return isInTheWay && hidden(other) < hidden(current) ? other : current;
}

function lengthOf({ top, bottom }: Span): number {
  return Math.max(0, bottom - top);
}

function hiddenBy(bar: Span, span: Span): number {
  return lengthOf({ top: Math.max(bar.top, span.top), bottom: Math.min(bar.bottom, span.bottom) });
}
