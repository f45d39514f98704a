import { useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import Box from "@mui/material/Box";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { GRID_ID } from "../daily-calendar/grid/focus-grid";
import { labelsNextTo } from "../daily-calendar/model/blocks";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import type { SeatRow } from "../daily-calendar/model/geometry";
import { reachOf, tappedAt } from "../daily-calendar/model/moving";
import type { Floor, Spot } from "../daily-calendar/model/moving";
import { MoveBar } from "../daily-calendar/moving/MoveBar";
import type { Board } from "../daily-calendar/moving/board";
import { useMoving } from "../daily-calendar/moving/use-moving";
import { NO_DUE_STEPS } from "../daily-calendar/service/steps";
import type { DueSteps, LateItems } from "../daily-calendar/service/steps";
import { stepStyles } from "../daily-calendar/service/step-styles";
import { useQuickSteps } from "../daily-calendar/service/use-quick-steps";
import { Ghosts } from "./Ghosts";
import { TableButton, tableId } from "./TableButton";
import { neighbourOf, tableAt } from "./model/plan";
import type { Table } from "./model/plan";
import { pixelsOf, scaleOf } from "./model/scale";
import type { Moment, Place } from "./model/occupancy";
import { floorStyles } from "./styles";

interface Props {
  /** Available width for the tables, in pixels. */
  width: number;
  day: Schemas["OwnerDailyCalendarPage"];
  rows: readonly SeatRow[];
  /** The tables of the shown area. */
  tables: readonly Table[];
  /** The tables as they are drawn: adjacent tables of one party are one place. */
  places: readonly Place[];
  moment: Moment;
  late: LateItems;
  /** The steps that a press records; none at another moment than the present. */
  due: DueSteps;
  chosenUids: readonly string[];
  onChoose: (row: SeatRow) => void;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
  /** Called for Esc. */
  onDismiss: () => void;
  mayMove: boolean;
  /** The party that keys or taps are moving, as it was when the move started. */
  moving: CalendarItem | null;
  onMoving: (item: CalendarItem | null) => void;
  onMove: (item: CalendarItem, spot: Spot) => Promise<void>;
  /** Reads the day again, after a step of a visit. */
  reload: () => Promise<void>;
}

/** A floor plan has no time axis: parties change only their tables. */
const NO_HOURS = { lanes: [], width: 0 };
/** The least size of a square, in pixels, leaves space for the step button on a table of four squares. */
const UNITS = { least: 26, most: 38 };
/** From this size of a square, in pixels, the texts are larger. */
const ROOMY = 28;

/** The tables of the floor at their places, with the party at each table at a moment. */
export function FloorBoard(props: Props) {
  const { day, rows, tables, places, moment, late, onChoose, onOpen, onDismiss, mayMove, moving } = props;
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  const scale = scaleOf(tables, props.width, UNITS);
  const small = scale.unit < ROOMY ? 12 : 13.5;
  const [activeUid, setActiveUid] = useState<string | null>(null);
  const active = places.find((place) => uidsOf(place).includes(activeUid ?? "")) ?? places[0];

  const now = moment.isNow ? moment.at : null;
  const floor: Floor = { items: day.items, rows, geometry: NO_HOURS, operations: day.operations, now };
  const focusPlace = (place: Place | undefined) => {
    const uid = place && uidsOf(place)[0];
    if (uid === undefined) return;
    setActiveUid(uid);
    document.getElementById(tableId(uid))?.focus();
  };
  const board: Board = {
    ref,
    floor,
    pointedAt: (element, at) => {
      const sheet = element.querySelector(".sheet")?.getBoundingClientRect();
      if (!sheet) return null;
      const { unit, shown } = scale;
      const [x, y] = [(at.clientX - sheet.left) / unit + shown.x, (at.clientY - sheet.top) / unit + shown.y];
      const table = tableAt(tables, x, y);
      return table && { x: 0, row: table.row.index };
    },
    keyedTo: (item, spot, { key }) => {
      const first = tables.find(({ row }) => spot.seatUids.includes(row.seat.uid));
      const next = first && neighbourOf(tables, first, key);
      return next ? tappedAt(floor, item, { row: next.row.index, lane: 0 }) : null;
    },
    goTo: ({ row }) => focusPlace(places.find(({ tables: own }) => own.some((table) => table.row.index === row))),
  };
  const steps = useQuickSteps(props.reload);
  const due = steps === null ? NO_DUE_STEPS : props.due;
  const move = useMoving({ board, mayMove, moving, onMoving: props.onMoving, onMove: props.onMove, t });

  const placeAt = ({ target }: { target: EventTarget }) => {
    const index = target instanceof Element ? target.closest<HTMLElement>("[data-table]")?.dataset["table"] : undefined;
    return places.find((place) => String(place.tables[0]?.row.index) === index);
  };
  const onClick = (event: MouseEvent) => {
    if (move.onClick(event) || moving || steps?.onClick(event, day.items)) return;
    const place = placeAt(event);
    const [table] = place?.tables ?? [];
    if (!place || !table) return;
    setActiveUid(table.row.seat.uid);
    if (place.party) onOpen(place.party);
    else onChoose(table.row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (move.onKeyDown(event)) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const place = placeAt(event) ?? active;
    if (steps?.onKeyDown(event, place?.party ?? undefined, due)) return;
    if (key === "Escape") onDismiss();
    else if (key.toLowerCase() === "m" && !ctrlKey && !metaKey && !altKey && place?.party) move.begin(place.party);
    const next = place && neighbourOf(places, place, key);
    if (!next) return;
    event.preventDefault();
    focusPlace(next);
  };
  const shown = move.shown;

  return (
    <>
      <Box
        ref={ref}
        {...move.pointer}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => moving !== null && event.preventDefault()}
        id={GRID_ID}
        role="group"
        tabIndex={-1}
        aria-label={t("floor_plan.board")}
        className={shown ? "carrying" : undefined}
        sx={[floorStyles, stepStyles, { "--small": `${small}px`, displayPrint: "none" }]}
      >
        <div
          className="sheet"
          style={{ width: scale.shown.width * scale.unit, height: scale.shown.height * scale.unit }}
        >
          {places.map((place) => (
            <TableButton
              key={uidsOf(place)[0]}
              place={place}
              elsewhere={elsewhereOf(place, rows)}
              moment={moment}
              late={late}
              box={pixelsOf(place, scale)}
              small={small}
              isOpen={place.party !== null && place.party.uid === props.openUid}
              isChosen={place.party === null && uidsOf(place).some((uid) => props.chosenUids.includes(uid))}
              isMoving={place.party !== null && place.party.uid === shown?.item.uid}
              isMovable={mayMove && place.party !== null && reachOf(place.party) !== null}
              isReachable={place === active}
              step={due.get(place.party?.uid ?? "") ?? null}
              isStepPending={steps?.pending.has(place.party?.uid ?? "") === true}
              t={t}
            />
          ))}
          {shown && <Ghosts move={shown} tables={tables} scale={scale} t={t} />}
        </div>
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {move.said}
      </Box>
      {shown && (
        <MoveBar
          move={shown}
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

function elsewhereOf({ party, tables }: Place, rows: readonly SeatRow[]): string {
  const own = tables.map(({ row }) => row);
  return party ? labelsNextTo(party, rows, own) : "";
}

function uidsOf({ tables }: Place): string[] {
  return tables.map(({ row }) => row.seat.uid);
}
