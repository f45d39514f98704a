import { useCallback, useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import type { CalendarItem } from "../model/blocks";
import { draggedTo, isSameSpot, reachOf, spotOf, resizedTo } from "../model/moving";
import type { Floor, Target } from "../model/moving";
import type { Board, Pointed } from "./board";
import { scrollAtEdge } from "./measure";

/** A party that is being moved, and its target. */
export interface Move {
  item: CalendarItem;
  target: Target;
}

interface Input {
  board: Board;
  mayMove: boolean;
  onDrop: (move: Move) => void;
  /** Called after a long press on a party with a finger. */
  onLongPress: (item: CalendarItem) => void;
}

interface Press {
  item: CalendarItem;
  part: "block" | "end";
  from: Pointed;
  clientX: number;
  clientY: number;
  isDragging: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Pixels after which a press is a drag (mouse or pen) or a scroll (finger). */
const DRAG_FROM = 5;
const FINGER_SLACK = 10;
const LONG_PRESS_MS = 450;
const SCROLL_MS = 30;

/**
 * Handles drags. A mouse or pen drags a block or resizes it at its end. A finger picks a block up by a long press, holds
 * its end by a long press there to resize it, and scrolls the board by a drag.
 */
export function useDrag({ board, mayMove, onDrop, onLongPress }: Input) {
  const { ref, floor, pointedAt } = board;
  const press = useRef<Press | null>(null);
  const pointer = useRef({ clientX: 0, clientY: 0 });
  /** Whether to ignore the click that ends a drag or a long press. */
  const isClickSwallowed = useRef(false);
  const [drag, setDrag] = useState<Move | null>(null);
  const isDragging = drag !== null;

  const letGo = useCallback(() => {
    if (press.current?.timer) clearTimeout(press.current.timer);
    press.current = null;
    setDrag(null);
  }, []);

  const aimed = (): Move | null => {
    const { current: held } = press;
    const at = ref.current && pointedAt(ref.current, pointer.current);
    if (!held) return null;
    const { item } = held;
    // A drop outside the rows leaves the party at its place.
    if (!at) return { item, target: { spot: spotOf(item), refusal: null } };
    const dx = at.x - held.from.x;
    if (held.part === "end") return { item, target: resizedTo(floor, item, dx) };
    return { item, target: draggedTo(floor, item, { dx, rows: { from: held.from.row, to: at.row } }) };
  };
  const aim = () => {
    const next = aimed();
    setDrag((old) => (old && next && isSameSpot(old.target.spot, next.target.spot) ? old : next));
  };

  const onPointerDown = (event: PointerEvent) => {
    isClickSwallowed.current = false;
    letGo();
    const taken = takenAt(event, floor);
    const from = ref.current && pointedAt(ref.current, event);
    if (!mayMove || !event.isPrimary || event.button !== 0 || !taken || !from) return;
    const { clientX, clientY, pointerId } = event;
    const pickUp = () => {
      letGo();
      isClickSwallowed.current = true;
      if (taken.part === "block") {
        onLongPress(taken.item);
        return;
      }
      // The end follows the finger, and a drop leaves it where the finger is.
      press.current = { ...taken, from, clientX, clientY, isDragging: true, timer: null };
      ref.current?.setPointerCapture(pointerId);
      pointer.current = { clientX, clientY };
      aim();
    };
    const timer = event.pointerType === "touch" ? setTimeout(pickUp, LONG_PRESS_MS) : null;
    press.current = { ...taken, from, clientX, clientY, isDragging: false, timer };
  };

  const onPointerMove = (event: PointerEvent) => {
    const { current: held } = press;
    if (!held) return;
    const way = Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY);
    if (held.timer) {
      if (way > FINGER_SLACK) letGo();
      return;
    }
    if (!held.isDragging && way < DRAG_FROM) return;
    if (!held.isDragging) {
      held.isDragging = true;
      ref.current?.setPointerCapture(event.pointerId);
    }
    pointer.current = { clientX: event.clientX, clientY: event.clientY };
    aim();
  };

  const onPointerUp = (event: PointerEvent) => {
    const isOver = press.current?.isDragging === true;
    pointer.current = { clientX: event.clientX, clientY: event.clientY };
    const move = isOver ? aimed() : null;
    letGo();
    if (!isOver) return;
    isClickSwallowed.current = true;
    if (move) onDrop(move);
  };

  const latestAim = useRef(aim);
  useEffect(() => {
    latestAim.current = aim;
  });
  useEffect(() => {
    if (!isDragging) return undefined;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      isClickSwallowed.current = true;
      letGo();
    };
    const scrolling = setInterval(() => {
      if (ref.current && scrollAtEdge(ref.current, pointer.current)) latestAim.current();
    }, SCROLL_MS);
    window.addEventListener("keydown", leave, true);
    return () => {
      clearInterval(scrolling);
      window.removeEventListener("keydown", leave, true);
    };
  }, [isDragging, ref, letGo]);

  const swallowsClick = () => {
    const isSwallowed = isClickSwallowed.current;
    isClickSwallowed.current = false;
    return isSwallowed;
  };
  return { drag, swallowsClick, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo } };
}

/** Returns the party under a pointer, and whether its block or its end is grabbed. */
function takenAt({ target }: PointerEvent, { items }: Floor): Pick<Press, "item" | "part"> | null {
  if (!(target instanceof Element)) return null;
  const uid = target.closest<HTMLElement>("[data-item]")?.dataset["item"];
  const item = items.find((each) => each.uid === uid);
  if (!item || reachOf(item) === null) return null;
  return { item, part: target.closest("[data-end]") ? "end" : "block" };
}
