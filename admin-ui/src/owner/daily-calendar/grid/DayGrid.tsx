import { useMemo } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import Box from "@mui/material/Box";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { clockOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useStable } from "../live/use-stable";
import { blocksOf, isTaken, itemsByRow } from "../model/blocks";
import type { Block, BlocksByRow, CalendarItem, ItemsByRow } from "../model/blocks";
import { geometryOf, rowsOf } from "../model/geometry";
import type { Geometry, SeatRow } from "../model/geometry";
import { placeAt } from "../model/cells";
import type { Sheet } from "../model/cells";
import type { Active } from "../model/keyboard";
import { keyedTo } from "../model/moving";
import type { Spot } from "../model/moving";
import { freeSeats } from "../model/visits";
import { isSelected } from "../model/selection";
import type { Selection } from "../model/selection";
import { MoveBar } from "../moving/MoveBar";
import type { Board } from "../moving/board";
import { pointedAt } from "../moving/measure";
import type { Move } from "../moving/use-drag";
import { useMoving } from "../moving/use-moving";
import { reasonText } from "../moving/labels";
import { useLateItems } from "../service/use-late-items";
import { NO_DUE_STEPS, NO_LATE_ITEMS, dueIn } from "../service/steps";
import type { LateItems } from "../service/steps";
import { uidAt } from "../service/step-target";
import { stepStyles } from "../service/step-styles";
import { useDueSteps } from "../service/use-due-steps";
import { NONE_PENDING, useQuickSteps } from "../service/use-quick-steps";
import { GridHead, GroupHead } from "./GridHead";
import { GridRow, cellId } from "./GridRow";
import { useMinuteOfDay } from "../live/use-now";
import { NowLine } from "./NowLine";
import { GRID_ID, showGrid } from "./focus-grid";
import { useGridInput } from "./use-grid-input";
import { HEADS, blockStyles, gridStyles } from "./styles";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  timeZone: string;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
  /** Called for Esc without a selection. */
  onDismiss: () => void;
  /** Whether staff may move the items of the day. */
  mayMove: boolean;
  /** The party that is being moved by keys or taps, as it was when the move started. */
  moving: CalendarItem | null;
  onMoving: (item: CalendarItem | null) => void;
  onMove: (item: CalendarItem, spot: Spot) => Promise<void>;
  /** Searches seats for a time, HH:mm; absent without the right or the connection. */
  onFindAt: ((time: string) => void) | undefined;
  /** Reads the day again, after a step of a visit. */
  reload: () => Promise<void>;
}

/** The grid of a day: seats by hour. */
export function DayGrid(props: Props) {
  const { day, timeZone, selection, onSelect, openUid, onOpen, onDismiss, mayMove, onFindAt } = props;
  const t = useT();
  const geometry = useMemo(() => geometryOf(day.columns, day.is_quarter_hour), [day.columns, day.is_quarter_hour]);
  const rows = useMemo(() => rowsOf(day.inventory_groups), [day.inventory_groups]);
  const fresh = useMemo(() => blocksOf(day.items, rows, geometry), [day.items, rows, geometry]);
  const blocks = useStable(fresh, reuseBlocks);
  const freshItems = useMemo(() => itemsByRow(day.items, rows), [day.items, rows]);
  const items = useStable(freshItems, reuseItems);

  const late = useLateItems(day, timeZone);
  const steps = useQuickSteps(props.reload);
  const dueSteps = useDueSteps(day, timeZone, late);
  const due = steps === null ? NO_DUE_STEPS : dueSteps;
  const pending = steps?.pending ?? NONE_PENDING;
  const free = useMemo(
    () => (day.is_quarter_hour ? null : geometry.lanes.map((lane) => freeSeats(day.items, rows, lane))),
    [day.is_quarter_hour, day.items, rows, geometry],
  );

  const sheet = { items: day.items, rows, geometry };
  const now = useMinuteOfDay(day.date, timeZone);
  const { active, goTo, grid } = useGridInput({ ...sheet, now, selection, onSelect, onOpen, onDismiss });
  const floor = { ...sheet, operations: day.operations, now };
  const { moving, onMoving, onMove } = props;
  const board: Board = {
    ref: grid.ref,
    floor,
    pointedAt,
    keyedTo: (item, spot, key) => keyedTo(floor, item, spot, key),
    goTo,
  };
  const move = useMoving({ board, mayMove, moving, onMoving, onMove, t });
  const ghosts = useMemo(() => ghostsOf(move.shown, rows, geometry), [move.shown, rows, geometry]);
  const refusal = move.shown?.target.refusal ?? null;
  const itemOf = ({ target }: KeyboardEvent): CalendarItem | undefined => {
    const uid = uidAt(target);
    return uid === undefined ? takenAt(sheet, active) : day.items.find((item) => item.uid === uid);
  };
  const beginAt = (event: KeyboardEvent) => {
    const item = itemOf(event);
    if (!item) return;
    move.begin(item);
    showGrid();
  };
  const onClick = (event: MouseEvent) => {
    if (move.onClick(event) || steps?.onClick(event, day.items)) return;
    const time = timeAt(event);
    if (time === undefined) grid.onClick(event);
    else onFindAt?.(time);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (move.onKeyDown(event) || steps?.onKeyDown(event, itemOf(event), due)) return;
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && !event.altKey) beginAt(event);
    else grid.onKeyDown(event);
  };

  return (
    <>
      <Box
        {...grid}
        {...move.pointer}
        onClick={onClick}
        onKeyDown={onKeyDown}
        // A touch screen opens its menu after a long press, which would end the move.
        onContextMenu={(event) => (moving !== null || move.isHeld) && event.preventDefault()}
        id={GRID_ID}
        className={[day.is_closed && "closed", move.shown && "carrying"].filter(Boolean).join(" ")}
        role="grid"
        tabIndex={0}
        aria-label={t("calendar.grid")}
        aria-rowcount={rows.length + 1}
        aria-multiselectable
        aria-activedescendant={active ? cellId(active.row, active.lane) : undefined}
        sx={[gridStyles, blockStyles, stepStyles, { displayPrint: "none" }]}
      >
        <div
          role="presentation"
          className={day.is_quarter_hour ? "sheet quarter" : "sheet"}
          style={{ width: `calc(${HEADS} + ${geometry.width}px)` }}
        >
          <GridHead geometry={geometry} operations={day.operations} free={free} findsSeats={onFindAt !== undefined} />
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
                      items={items.get(row.index) ?? NOTHING}
                      isClosed={day.is_closed}
                      activeLane={active?.row === row.index ? active.lane : null}
                      selectedKey={selectedKey(selection, row)}
                      openUid={openIn(blocks.get(row.index), openUid)}
                      mayMove={mayMove}
                      movingUid={openIn(blocks.get(row.index), move.shown?.item.uid ?? null)}
                      ghosts={ghosts.get(row.index)}
                      refusal={refusal && ghosts.has(row.index) ? reasonText(refusal, t) : null}
                      late={lateIn(items.get(row.index), late)}
                      due={dueIn(items.get(row.index), due)}
                      pending={pendingIn(items.get(row.index), pending)}
                      t={t}
                    />
                  ))}
              </div>
            </div>
          ))}
          {day.is_today && <NowLine geometry={geometry} date={day.date} timeZone={timeZone} />}
        </div>
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {move.said}
      </Box>
      {move.shown && (
        <MoveBar
          move={move.shown}
          floor={floor}
          isHeld={moving === null}
          onDrop={() => void move.drop()}
          onFit={() => void move.fit()}
          onLeave={move.leave}
        />
      )}
    </>
  );
}

/** Returns the time of a pressed head; undefined elsewhere. */
function timeAt({ target }: MouseEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-find]")?.dataset["find"] : undefined;
}

const NO_GHOSTS: BlocksByRow = new Map();

/** Returns the blocks of the moved party at its target. */
function ghostsOf(move: Move | null, rows: readonly SeatRow[], geometry: Geometry): BlocksByRow {
  if (!move) return NO_GHOSTS;
  const { from, till, seatUids } = move.target.spot;
  const times = { rendered_from: clockOf(from), rendered_till: clockOf(till) };
  return blocksOf([{ ...move.item, ...times, inventory_item_uids: [...seatUids] }], rows, geometry);
}

function takenAt(sheet: Sheet, at: Active | null): CalendarItem | undefined {
  return at === null ? undefined : placeAt(sheet, at)?.items.find(isTaken);
}

function selectedKey(selection: Selection | null, { group, seat }: SeatRow): string | null {
  const key = selection?.columnKey ?? "";
  return isSelected(selection, { groupUid: group.uid, columnKey: key, seatUid: seat.uid }) ? key : null;
}

/** Returns the open item's uid if one of the row's blocks shows it, otherwise null: other rows do not rerender. */
function openIn(blocks: readonly Block[] | undefined, openUid: string | null): string | null {
  return blocks?.some(({ item }) => item.uid === openUid) ? openUid : null;
}

/** Returns the late items if one is on the row, otherwise none: other rows do not rerender when the clock advances. */
function lateIn(items: readonly CalendarItem[] | undefined, late: LateItems): LateItems {
  return items?.some(({ uid }) => late.has(uid)) ? late : NO_LATE_ITEMS;
}

function pendingIn(items: readonly CalendarItem[] | undefined, pending: ReadonlySet<string>): ReadonlySet<string> {
  return items?.some(({ uid }) => pending.has(uid)) ? pending : NONE_PENDING;
}

/** Keeps the blocks of an unchanged row as the same objects, which avoids a rerender of the row. */
function reuseBlocks(before: BlocksByRow, next: BlocksByRow): BlocksByRow {
  const rows = [...next].map(([row, blocks]) => {
    const known = before.get(row);
    const isSame = known?.length === blocks.length && known.every((block, index) => equal(block, blocks[index]));
    return [row, known && isSame ? known : blocks] as const;
  });
  return new Map(rows);
}

const NOTHING: readonly CalendarItem[] = [];

/** Keeps the items of an unchanged row as the same objects, which avoids new labels for its cells. */
function reuseItems(before: ItemsByRow, next: ItemsByRow): ItemsByRow {
  const rows = [...next].map(([row, items]) => {
    const known = before.get(row);
    const isSame = known?.length === items.length && known.every((item, index) => item === items[index]);
    return [row, known && isSame ? known : items] as const;
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
