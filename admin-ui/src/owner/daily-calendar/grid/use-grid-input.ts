import { useEffect, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from "react";
import { isTaken } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { chosenAt, isFree, placeAt } from "../model/cells";
import type { Sheet } from "../model/cells";
import type { Geometry, Lane } from "../model/geometry";
import { moved } from "../model/keyboard";
import type { Active } from "../model/keyboard";
import type { Selection } from "../model/selection";
import { cellId } from "./GridRow";

interface Input extends Sheet {
  /** The current minute of the day; null on another day. */
  now: number | null;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  onOpen: (item: CalendarItem) => void;
  /** Called for Esc without a selection. */
  onDismiss: () => void;
}

interface GridInput {
  /** The keyboard's cell; null until the grid gets the focus. */
  active: Active | null;
  /** Moves the keyboard to a cell. */
  goTo: (at: Active) => void;
  /** Props of the element with `role="grid"`. Its cells have `data-row` and `data-lane`, its items `data-item`. */
  grid: {
    ref: RefObject<HTMLDivElement | null>;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
  };
}

/** Handles mouse and keyboard for the whole grid. One listener serves all cells. */
export function useGridInput({ now, selection, onSelect, onOpen, onDismiss, ...sheet }: Input): GridInput {
  const { items, rows, geometry } = sheet;
  const ref = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Active | null>(null);

  // Only a key scrolls its cell into view: a grid that scrolls under a finger makes the next tap miss.
  const isByKey = useRef(false);
  useEffect(() => {
    if (!active || !isByKey.current) return;
    isByKey.current = false;
    document.getElementById(cellId(active.row, active.lane))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);

  const choose = (at: Active, from: Active | null) => {
    const next = chosenAt(sheet, selection, at, from);
    if (next !== undefined) onSelect(next);
  };

  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const uid = target.closest<HTMLElement>("[data-item]")?.dataset["item"];
    if (uid !== undefined) {
      const item = items.find((each) => each.uid === uid);
      if (item) onOpen(item);
      return;
    }
    const at = cellOf(target);
    if (at === null) return;
    setActive(at);
    choose(at, shiftKey ? active : null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) {
      if (event.key === "Escape") ref.current?.focus();
      return;
    }
    const here = active ?? { row: 0, lane: 0 };
    const next = moved(here, event.key, event.ctrlKey || event.metaKey, { rows: rows.length, lanes: geometry.lanes });
    if (next) {
      event.preventDefault();
      isByKey.current = true;
      if (event.shiftKey && next.row !== here.row) extendFrom(here, next);
      setActive(active ? next : here);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      enter(here, event.altKey);
    } else if (event.key === "Escape") {
      if (selection) onSelect(null);
      else onDismiss();
    }
  };
  const extendFrom = (here: Active, next: Active) => {
    const start = placeAt(sheet, here);
    if (start && isFree(start)) choose(next, here);
  };
  /** Opens the reservation of the cell, or with Alt also a slot. Chooses a free cell. */
  const enter = (here: Active, withOffers: boolean) => {
    const item = placeAt(sheet, here)?.items.find((each) => isTaken(each) || withOffers);
    if (item) onOpen(item);
    else choose(here, null);
  };

  const onFocus = ({ target }: FocusEvent) => {
    if (target === ref.current && !active) setActive({ row: 0, lane: firstLane(geometry, now) });
  };

  return { active, goTo: setActive, grid: { ref, onClick, onKeyDown, onFocus } };
}

function cellOf(target: Element): Active | null {
  const { row, lane } = target.closest<HTMLElement>("[data-lane]")?.dataset ?? {};
  return row === undefined || lane === undefined ? null : { row: Number(row), lane: Number(lane) };
}

/** Returns the lane of the present during service, otherwise the day's first one. */
function firstLane({ lanes }: Geometry, now: number | null): number {
  const isPresent = ({ from, till }: Lane) => now !== null && from <= now && now < till;
  const present = lanes.findIndex((lane) => !lane.isDivider && isPresent(lane));
  const first = lanes.findIndex(({ isDivider }) => !isDivider);
  return Math.max(0, present === -1 ? first : present);
}
