import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { pageHeaderHeight } from "@/console/ui/page-header";
import { GRID_ID } from "../grid/focus-grid";
import { edgeFor } from "../model/bar-edge";
import type { Edge, Scene, Span } from "../model/bar-edge";
import type { Move } from "./use-drag";

/** Pixels between the bar and the page's header, or the foot of the window. */
export const BAR_GAPS = { top: 8, bottom: 12 };

/** Returns the edge of the window for the bar of a move, at which the moved party and its target stay visible. */
export function useBarEdge(bar: RefObject<HTMLElement | null>, { item }: Move): Edge {
  const [edge, setEdge] = useState<Edge>("bottom");
  // Every render may have moved the target.
  useLayoutEffect(() => {
    const place = () => {
      const board = document.getElementById(GRID_ID);
      const { current: drawn } = bar;
      if (board && drawn) setEdge((current) => edgeFor(sceneOf(board, drawn, item.uid), current));
    };
    place();
    // Scrolling of the board itself does not bubble.
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  });
  return edge;
}

function sceneOf(board: HTMLElement, bar: HTMLElement, uid: string): Scene {
  const frame = board.getBoundingClientRect();
  const visible = (selector: string): Span[] =>
    [...board.querySelectorAll(selector)].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: Math.max(top, frame.top), bottom: Math.min(bottom, frame.bottom) };
    });
  const { offsetHeight: height } = bar;
  const head = pageHeaderHeight() + BAR_GAPS.top;
  const foot = window.innerHeight - BAR_GAPS.bottom;
  return {
    bars: { top: { top: head, bottom: head + height }, bottom: { top: foot - height, bottom: foot } },
    source: visible(`[data-item="${CSS.escape(uid)}"]`),
    target: visible(".ghost"),
  };
}
