import { useMemo, useRef, useState } from "react";
import Typography from "@mui/material/Typography";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { usePage } from "@/owner/navigation";
import { useT } from "@/owner/i18n/use-t";
import { DayActions } from "../daily-calendar/DayActions";
import { DayGlance } from "../daily-calendar/DayGlance";
import { PacingBar } from "../daily-calendar/PacingBar";
import { useOffline } from "../daily-calendar/offline/use-offline";
import { Seatless } from "../daily-calendar/Seatless";
import { focusGridIfLost, showGrid } from "../daily-calendar/grid/focus-grid";
import { useMinuteOfDay } from "../daily-calendar/live/use-now";
import { isTaken } from "../daily-calendar/model/blocks";
import type { CalendarItem } from "../daily-calendar/model/blocks";
import type { SeatRow } from "../daily-calendar/model/geometry";
import { chosenOf } from "../daily-calendar/model/selection";
import { useMoveCall } from "../daily-calendar/moving/use-move-call";
import { NextToPane } from "../daily-calendar/pane/NextToPane";
import { ItemPane } from "../daily-calendar/pane/ItemPane";
import { NO_DUE_STEPS, NO_LATE_ITEMS } from "../daily-calendar/service/steps";
import { useDueSteps } from "../daily-calendar/service/use-due-steps";
import { useLateItems } from "../daily-calendar/service/use-late-items";
import { Arrivals } from "./Arrivals";
import { FloorBar } from "./FloorBar";
import { FloorBoard } from "./FloorBoard";
import { FloorWaitingPane } from "./FloorWaiting";
import { OpenRecords } from "./OpenRecords";
import { TableDay } from "./TableDay";
import { chosenSeats, columnAt, withSeat } from "./model/choice";
import type { Choice } from "./model/choice";
import { tablesOf } from "./model/plan";
import { arrivalsOf, firstMoment, missedOf, partyAt, placesOf, replacedOf } from "./model/occupancy";
import type { Moment } from "./model/occupancy";
import { useWidth } from "./use-width";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  rows: readonly SeatRow[];
  plan: Schemas["FloorPlan"];
  reload: () => Promise<void>;
  onEdit: () => void;
  /** Whether a phone shows only what service needs above the floor. */
  isShort: boolean;
}

/** The floor during service: the parties at their tables, and the actions of staff. */
export function LiveFloor({ day, rows, plan, reload, onEdit, isShort }: Props) {
  const t = useT();
  const { session } = usePage<"owner_floor_plan">();
  const { isDisconnected } = useOffline();
  const mayMove = useMayWrite("floor") && !isDisconnected;
  const [wantedTime, setWantedTime] = useState<number | null>(null);
  const moment = useMoment(day, session.restaurant.time_zone, wantedTime);
  const lateNow = useLateItems(day, session.restaurant.time_zone);
  const dueNow = useDueSteps(day, session.restaurant.time_zone, lateNow);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [areaUid, setAreaUid] = useState<string | null>(null);
  const all = useMemo(() => tablesOf(rows, plan.tables), [rows, plan.tables]);
  const tables = useMemo(() => all.filter(({ row }) => (areaUid ?? row.group.uid) === row.group.uid), [all, areaUid]);

  const places = useMemo(() => placesOf(tables, day.items, moment), [tables, day.items, moment]);
  const [wanted, setChoice] = useState<Choice | null>(null);
  const isFree = (uid: string) => !partyAt(takenAt(day.items, uid), moment);
  const choice = chosenSeats(wanted, isFree);
  const column = columnAt(day.columns, moment.at);
  const selection = choice && { ...choice, columnKey: column?.key ?? "" };
  const { shown, isWaitingOpen, open, toggleWaiting, close } = usePane(day.items);
  const [moving, setMoving] = useState<CalendarItem | null>(null);
  const move = useMoveCall(day, reload);
  /** Starts to move a party from its pane, which may cover the whole floor. */
  const pickUp = (item: CalendarItem) => {
    close();
    setMoving(item);
    requestAnimationFrame(showGrid);
  };

  return (
    <>
      <NextToPane>
        {!isShort && <DayGlance day={day} />}
        <FloorBar
          day={day}
          moment={moment}
          onTime={setWantedTime}
          areaUid={areaUid}
          onArea={setAreaUid}
          onEdit={onEdit}
          isWaitingOpen={isWaitingOpen}
          onWaiting={toggleWaiting}
          isShort={isShort}
        />
        {!isShort && <PacingBar day={day} isOneLine />}
        <DayActions
          day={day}
          chosen={chosenOf(selection, day.inventory_groups, day.columns)}
          onClear={() => setChoice(null)}
          reload={reload}
          hint={t(column === null ? "floor_plan.outside_hours" : "floor_plan.select_hint")}
          isNow={moment.isNow}
          isShort={isShort}
        />
        <TableDay
          items={day.items}
          rows={rows}
          places={places}
          isNow={moment.isNow}
          seatUids={choice?.seatUids ?? shown?.inventory_item_uids ?? []}
          openUid={shown?.uid ?? null}
          onOpen={open}
        />
        <Arrivals
          parties={arrivalsOf(day.items, moment)}
          groups={day.inventory_groups}
          late={moment.isNow ? lateNow : NO_LATE_ITEMS}
          openUid={shown?.uid ?? null}
          onOpen={open}
        />
        <OpenRecords
          title={t("floor_plan.missed")}
          parties={missedOf(day.items, lateNow, moment)}
          groups={day.inventory_groups}
          onOpen={open}
        />
        <OpenRecords
          title={t("floor_plan.replaced")}
          parties={replacedOf(day.items, moment)}
          groups={day.inventory_groups}
          onOpen={open}
        />
      </NextToPane>
      {/* On a landscape tablet the whole floor can still be scrolled to next to the pane, at the same size. */}
      <div ref={frame} />
      <NextToPane>
        <FloorBoard
          width={width}
          day={day}
          rows={rows}
          tables={tables}
          places={places}
          moment={moment}
          late={moment.isNow ? lateNow : NO_LATE_ITEMS}
          due={moment.isNow ? dueNow : NO_DUE_STEPS}
          chosenUids={choice?.seatUids ?? []}
          onChoose={(row) => setChoice(withSeat(choice, row))}
          openUid={shown?.uid ?? null}
          onOpen={open}
          onDismiss={() => (choice ? setChoice(null) : close())}
          mayMove={mayMove}
          moving={moving}
          onMoving={setMoving}
          onMove={(item, spot) => move(item, spot).then(focusGridIfLost)}
          reload={reload}
        />
        <Seatless items={day.items} rows={rows} onOpen={open} />
        {mayMove && (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            {t("floor_plan.help")} {t("service.help")}
          </Typography>
        )}
      </NextToPane>
      <FloorWaitingPane day={day} isOpen={isWaitingOpen} onClose={close} reload={reload} />
      <ItemPane item={shown} day={day} onClose={close} onMove={pickUp} reload={reload} />
    </>
  );
}

/** The pane next to the floor shows a party or the waiting list. */
function usePane(items: readonly CalendarItem[]) {
  const [openUid, setOpenUid] = useState<string | null>(null);
  const [isWaitingOpen, setWaitingOpen] = useState(false);
  const shown = items.find(({ uid }) => uid === openUid) ?? null;
  const show = (uid: string | null, withList: boolean) => {
    setOpenUid(uid);
    setWaitingOpen(withList);
  };
  return {
    shown,
    isWaitingOpen,
    open: (item: CalendarItem) => show(item.uid, false),
    toggleWaiting: () => show(null, !isWaitingOpen),
    close: () => show(null, false),
  };
}

/** Returns the chosen moment; by default the present, or on another day than today its first moment. */
function useMoment(day: Props["day"], timeZone: string, wanted: number | null): Moment {
  const minute = useMinuteOfDay(day.date, timeZone);
  const isNow = minute !== null && wanted === null;
  const { items, operations } = day;
  const at = wanted ?? minute ?? firstMoment(items, operations);
  return useMemo(() => ({ at, isNow }), [at, isNow]);
}

function takenAt(items: readonly CalendarItem[], seatUid: string): CalendarItem[] {
  return items.filter((item) => isTaken(item) && item.inventory_item_uids.includes(seatUid));
}
