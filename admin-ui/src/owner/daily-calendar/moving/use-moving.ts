import { showFlash } from "@/owner/api";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import type { Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "../model/blocks";
import { laneAt, xOf } from "../model/geometry";
import type { Active } from "../model/keyboard";
import { isSameSpot, judged, reachOf, spotOf, tappedAt } from "../model/moving";
import type { Floor, Spot, Target } from "../model/moving";
import type { Board, Point } from "./board";
import { useDrag } from "./use-drag";
import type { Move } from "./use-drag";
import { hintOf, targetLabel } from "./labels";

interface Input {
  board: Board;
  mayMove: boolean;
  /** The party that keys or taps are moving, as it was when the move started. */
  moving: CalendarItem | null;
  onMoving: (item: CalendarItem | null) => void;
  /** Sends the move. Resolves after the day was read again, or when the move has failed. */
  onMove: (item: CalendarItem, spot: Spot) => Promise<void>;
  t: Translate;
}

/** Handles a move from start to end, by mouse, keys and taps. */
export function useMoving({ board, mayMove, moving, onMoving, onMove, t }: Input) {
  const { ref, floor, pointedAt, keyedTo, goTo } = board;
  const [aim, setAim] = useState<Move | null>(null);
  const [sent, setSent] = useState<Move | null>(null);
  const [said, say] = useState("");
  /** Whether a shorter stay is offered. Then the mouse on its way to the button does not change the target. */
  const [isOffered, setOffered] = useState(false);
  // Only a key scrolls the target into view: a board that scrolls under a pointer makes the next press miss.
  const isByKey = useRef(false);
  useEffect(() => {
    if (aim === null || !isByKey.current) return;
    isByKey.current = false;
    ref.current?.querySelector(".ghost")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [aim, ref]);

  const begin = (item: CalendarItem) => {
    if (!mayMove || reachOf(item) === null) {
      say(mayMove ? t("move.not_movable") : "");
      return;
    }
    setAim(null);
    setOffered(false);
    // The block may be rendered in another place meanwhile: the board keeps the focus.
    ref.current?.focus({ preventScroll: true });
    onMoving(item);
    say(`${t("move.title", { name: item.title })} ${t(hintOf(floor, item, "keys"))}`);
  };
  const leave = () => {
    onMoving(null);
    setAim(null);
    setOffered(false);
    say(t("move.left"));
  };
  const drop = async ({ item, target }: Move) => {
    const words = targetLabel(target, floor.rows, t);
    say(words);
    setOffered(target.fits !== undefined);
    if (target.fits) {
      onMoving(item);
      setAim({ item, target });
      return;
    }
    if (target.refusal !== null) {
      // A running move shows the reason next to the board. A dropped one is over and needs a message.
      if (moving === null) showFlash({ kind: "alert", message: words, sticky: false });
      return;
    }
    // The block, or the button that ended the move, is about to disappear: the board keeps the focus.
    if (moving !== null) {
      ref.current?.focus({ preventScroll: true });
      goTo(cellOf(floor, target.spot));
    }
    onMoving(null);
    setAim(null);
    if (isSameSpot(target.spot, spotOf(item))) return;
    setSent({ item, target });
    await onMove(item, target.spot);
    setSent(null);
  };
  const { drag, swallowsClick, handlers } = useDrag({
    board,
    mayMove: mayMove && moving === null,
    onDrop: (move) => void drop(move),
    onLongPress: begin,
  });

  const aimed =
    moving && (aim?.item === moving ? aim : { item: moving, target: { spot: spotOf(moving), refusal: null } });
  /** Moves the party with the offered earlier end. */
  const fit = async () => {
    const spot = aimed?.target.fits;
    if (aimed && spot) await drop({ item: aimed.item, target: judged(floor, aimed.item, spot) });
  };
  const cellUnder = (at: Point) => {
    const pointed = ref.current && pointedAt(ref.current, at);
    return pointed && { row: pointed.row, lane: laneAt(floor.geometry, pointed.x) };
  };
  /** During a move a click or a tap ends it. A rejected target is shown with the reason. */
  const onClick = (event: MouseEvent): boolean => {
    if (swallowsClick()) return true;
    const cell = moving && cellUnder(event);
    if (!moving || !cell) return false;
    const target = tappedAt(floor, moving, cell);
    setAim({ item: moving, target });
    void drop({ item: moving, target });
    return true;
  };
  const onPointerMove = (event: PointerEvent) => {
    handlers.onPointerMove(event);
    const cell = moving && !isOffered && event.pointerType === "mouse" ? cellUnder(event) : null;
    if (moving && cell) setAim(aimAt(aim, moving, tappedAt(floor, moving, cell)));
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!aimed) return false;
    const { key, shiftKey } = event;
    if (key === "Escape") leave();
    else if (key === "Enter" && shiftKey) void fit();
    else if (key === "Enter" || key === " ")
      void drop({ ...aimed, target: judged(floor, aimed.item, aimed.target.spot) });
    else {
      const target = keyedTo(aimed.item, aimed.target.spot, { key, shiftKey });
      if (!target) return false;
      isByKey.current = true;
      setOffered(false);
      setAim({ item: aimed.item, target });
      say(targetLabel(target, floor.rows, t));
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    shown: drag ?? aimed ?? sent,
    isHeld: drag !== null,
    said,
    begin,
    leave,
    fit,
    drop: () => (aimed ? drop(aimed) : Promise.resolve()),
    onClick,
    onKeyDown,
    pointer: { ...handlers, onPointerMove },
  };
}

function cellOf({ rows, geometry }: Floor, { from, seatUids }: Spot): Active {
  const row = rows.find(({ seat }) => seatUids.includes(seat.uid));
  return { row: row?.index ?? 0, lane: laneAt(geometry, xOf(geometry, from)) };
}

/** Returns the same object for the same target, which avoids a rerender. */
function aimAt(old: Move | null, item: CalendarItem, target: Target): Move {
  return old?.item === item && isSameSpot(old.target.spot, target.spot) ? old : { item, target };
}
