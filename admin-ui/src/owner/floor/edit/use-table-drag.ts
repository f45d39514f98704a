import { useRef, useState } from "react";
import type { PointerEvent, RefObject } from "react";
import { overlappingTable, snapped } from "../model/draft";
import type { Rect, Table } from "../model/plan";

/** A dragged table, its target, and the table that blocks the target. */
export interface DraggedTable {
  table: Table;
  rect: Rect;
  other: Table | null;
}

interface Press {
  table: Table;
  part: "table" | "corner";
  at: { x: number; y: number };
  isDragging: boolean;
}

interface Input {
  sheet: RefObject<HTMLDivElement | null>;
  unit: number;
  tables: readonly Table[];
  onPress: (table: Table) => void;
  onDrop: (held: DraggedTable) => void;
}

/** Pixels after which a press is a drag. */
const DRAG_FROM = 4;

/** Handles drags of tables by mouse, pen and finger, and resizing at their corner. Tables snap to the squares. */
export function useTableDrag({ sheet, unit, tables, onPress, onDrop }: Input) {
  const press = useRef<Press | null>(null);
  const [held, setHeld] = useState<DraggedTable | null>(null);

  /** Returns a position on the sheet, which may have scrolled meanwhile. */
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect();
    return { x: (clientX - (box?.left ?? 0)) / unit, y: (clientY - (box?.top ?? 0)) / unit };
  };
  const letGo = () => {
    press.current = null;
    setHeld(null);
  };
  const heldAt = ({ table, part, at }: Press, point: { x: number; y: number }): DraggedTable => {
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    const moved =
      part === "corner"
        ? { ...table, width: table.width + dx, height: table.height + dy }
        : { ...table, x: table.x + dx, y: table.y + dy };
    const rect = snapped(moved);
    return { table, rect, other: overlappingTable(tables, table.row.seat.uid, rect) };
  };

  const onPointerDown = (event: PointerEvent) => {
    letGo();
    const element = event.target instanceof Element ? event.target : null;
    const index = element?.closest<HTMLElement>("[data-table]")?.dataset["table"];
    const table = tables.find(({ row }) => String(row.index) === index);
    if (!table || !event.isPrimary || event.button !== 0) return;
    onPress(table);
    const part = element?.closest("[data-corner]") ? "corner" : "table";
    press.current = { table, part, at: pointOf(event), isDragging: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { current } = press;
    if (!current) return;
    const point = pointOf(event);
    const way = Math.hypot(point.x - current.at.x, point.y - current.at.y) * unit;
    if (!current.isDragging && way < DRAG_FROM) return;
    if (!current.isDragging) sheet.current?.setPointerCapture(event.pointerId);
    current.isDragging = true;
    setHeld(heldAt(current, point));
  };
  const onPointerUp = (event: PointerEvent) => {
    const { current } = press;
    letGo();
    if (current?.isDragging) onDrop(heldAt(current, pointOf(event)));
  };
  return { held, letGo, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo } };
}
