import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useKept } from "../live/use-kept";
import { blocksOf, isTaken, itemsAt } from "../model/blocks";
import type { Block, BlocksByRow, CalendarItem } from "../model/blocks";
import { geometryOf, rowsOf } from "../model/geometry";
import type { Geometry, SeatRow } from "../model/geometry";
import { moved } from "../model/keyboard";
import type { Active } from "../model/keyboard";
import { cellOf, extend, isSelected, toggle } from "../model/selection";
import type { Selection } from "../model/selection";
import { GridRow, cellId } from "./GridRow";
import { NowLine } from "./NowLine";
import { HEADS, blockStyles, gridStyles } from "./styles";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  timeZone: string;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
  /** Esc with nothing selected. */
  onDismiss: () => void;
}

/** The seats of a day over its hours. Clicks are told apart here, once for all cells. */
export function DayGrid({ day, timeZone, selection, onSelect, openUid, onOpen, onDismiss }: Props) {
  const t = useT();
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Active | null>(null);
  const geometry = useMemo(() => geometryOf(day.columns, day.is_quarter_hour), [day.columns, day.is_quarter_hour]);
  const rows = useMemo(() => rowsOf(day.inventory_groups), [day.inventory_groups]);
  const fresh = useMemo(() => blocksOf(day.items, rows, geometry), [day.items, rows, geometry]);
  const blocks = useKept(fresh, keepBlocks);

  // Only a key brings its cell into sight: a grid that moves under a finger lets the next tap miss.
  const isByKey = useRef(false);
  useEffect(() => {
    if (!active || !isByKey.current) return;
    isByKey.current = false;
    document.getElementById(cellId(active.row, active.lane))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active]);

  const cellAt = ({ row, lane }: Active) => {
    const [seatRow, place] = [rows[row], geometry.lanes[lane]];
    return seatRow && place && !place.isDivider ? { cell: cellOf(seatRow, place), place } : null;
  };
  const overCell = ({ cell, place }: NonNullable<ReturnType<typeof cellAt>>) =>
    itemsAt(day.items, cell.seatUid, place.from, place.till);

  const choose = (at: Active, extending: boolean) => {
    const found = cellAt(at);
    if (!found || overCell(found).some(isTaken)) return;
    const from = extending && active ? cellAt(active) : null;
    onSelect(from ? extend(selection, from.cell, found.cell) : toggle(selection, found.cell));
  };
  const openByUid = (uid: string | undefined) => {
    const item = day.items.find((each) => each.uid === uid);
    if (item) onOpen(item);
  };

  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const item = target.closest<HTMLElement>("[data-item]");
    if (item) return openByUid(item.dataset["item"]);
    const { row, lane } = target.closest<HTMLElement>("[data-lane]")?.dataset ?? {};
    if (row === undefined || lane === undefined) return;
    const at = { row: Number(row), lane: Number(lane) };
    setActive(at);
    choose(at, shiftKey);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) {
      if (event.key === "Escape") grid.current?.focus();
      return;
    }
    const here = active ?? { row: 0, lane: 0 };
    const next = moved(here, event.key, event.ctrlKey || event.metaKey, { rows: rows.length, lanes: geometry.lanes });
    if (next) {
      event.preventDefault();
      isByKey.current = true;
      if (event.shiftKey && next.row !== here.row) extendTo(here, next);
      setActive(active ? next : here);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const found = cellAt(here);
      const taken = found ? overCell(found).find((item) => isTaken(item) || event.altKey) : undefined;
      if (taken) onOpen(taken);
      else choose(here, false);
    } else if (event.key === "Escape") {
      if (selection) onSelect(null);
      else onDismiss();
    }
  };
  const extendTo = (here: Active, next: Active) => {
    const [from, to] = [cellAt(here), cellAt(next)];
    if (from && to && ![from, to].some((each) => overCell(each).some(isTaken))) {
      onSelect(extend(selection, from.cell, to.cell));
    }
  };

  return (
    <Box
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={t("calendar.grid")}
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={active ? cellId(active.row, active.lane) : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target === grid.current && !active && setActive({ row: 0, lane: firstLane(geometry) })}
      sx={[gridStyles, blockStyles, { displayPrint: "none" }]}
    >
      <div
        role="presentation"
        className={day.is_quarter_hour ? "sheet quarter" : "sheet"}
        style={{ width: `calc(${HEADS} + ${geometry.width}px)` }}
      >
        <Head geometry={geometry} operations={day.operations} />
        {day.inventory_groups.map((group) => (
          <div role="rowgroup" className="group" key={group.uid} aria-label={group.title}>
            <GroupHead group={group} />
            <div role="presentation">
              {rows
                .filter((row) => row.group.uid === group.uid)
                .map((row) => (
                  <GridRow
                    key={row.seat.uid}
                    row={row}
                    geometry={geometry}
                    blocks={blocks.get(row.index)}
                    activeLane={active?.row === row.index ? active.lane : null}
                    selectedKey={selectedKey(selection, row)}
                    openUid={openIn(blocks.get(row.index), openUid)}
                    t={t}
                  />
                ))}
            </div>
          </div>
        ))}
        {day.is_today && <NowLine geometry={geometry} date={day.date} timeZone={timeZone} />}
      </div>
    </Box>
  );
}

function firstLane({ lanes }: Geometry): number {
  return Math.max(
    0,
    lanes.findIndex(({ isDivider }) => !isDivider),
  );
}

function selectedKey(selection: Selection | null, { group, seat }: SeatRow): string | null {
  const key = selection?.columnKey ?? "";
  return isSelected(selection, { groupUid: group.uid, columnKey: key, seatUid: seat.uid }) ? key : null;
}

/** Only the row that has the open item is told of it. */
function openIn(blocks: readonly Block[] | undefined, openUid: string | null): string | null {
  return blocks?.some(({ item }) => item.uid === openUid) ? openUid : null;
}

/** The blocks of a row stay the same objects while nothing on it changes, so that the row is not drawn again. */
function keepBlocks(before: BlocksByRow, next: BlocksByRow): BlocksByRow {
  const rows = [...next].map(([row, blocks]) => {
    const known = before.get(row);
    const isSame = known?.length === blocks.length && known.every((block, index) => equal(block, blocks[index]));
    return [row, known && isSame ? known : blocks] as const;
  });
  return new Map(rows);
}

function equal(one: Block, other: Block | undefined): boolean {
  return (
    other !== undefined &&
    one.item === other.item &&
    one.left === other.left &&
    one.width === other.width &&
    one.height === other.height
  );
}

function Head({ geometry, operations }: { geometry: Geometry; operations: Schemas["ActiveOperation"][] }) {
  const t = useT();
  return (
    <div role="row" className="head" aria-rowindex={1}>
      <div role="columnheader" className="corner">
        <Box component="span" sx={{ position: "absolute", left: 8, bottom: 6, color: "text.secondary" }}>
          {t("calendar.seats")}
        </Box>
      </div>
      {geometry.lanes.map(({ column, width, isDivider }, index) => {
        const isFirst = geometry.lanes[index - 1]?.column.operation !== column.operation;
        const meal = operations.find(({ name }) => name === column.operation)?.label;
        return isDivider ? (
          <div
            key={column.key}
            role="columnheader"
            className="time divider"
            style={{ width }}
            aria-label={t("calendar.divider")}
          />
        ) : (
          <div key={column.key} role="columnheader" className="time" style={{ width }}>
            <b>{isFirst ? meal : ""}</b>
            {column.label}
          </div>
        );
      })}
    </div>
  );
}

function GroupHead({ group }: { group: Schemas["CalendarGroup"] }) {
  const t = useT();
  const { title, short_label, capacity_per_stock } = group;
  return (
    <div role="presentation" className="group-head" title={title}>
      <strong>{title}</strong>
      <span>{short_label}</span>
      {capacity_per_stock > 1 && <span>{t("calendar.max_seats", { count: capacity_per_stock })}</span>}
    </div>
  );
}
