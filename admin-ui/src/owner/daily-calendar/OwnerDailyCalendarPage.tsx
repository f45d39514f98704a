import { useEffect, useMemo, useState } from "react";
import type { Theme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useNavigate } from "react-router";
import { minutesOf } from "@/console/ui/times";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { paths, usePage } from "@/owner/navigation";
import { useT } from "@/owner/i18n/use-t";
import { DayActions } from "./DayActions";
import { DayGlance } from "./DayGlance";
import { DayHeader } from "./DayHeader";
import { DayRemarks } from "./DayRemarks";
import { Legend } from "./Legend";
import { PacingBar } from "./PacingBar";
import { Seatless } from "./Seatless";
import { SlotDialog, preloadParts } from "./lazy-parts";
import { DayGrid } from "./grid/DayGrid";
import { focusGridIfLost, showGrid } from "./grid/focus-grid";
import { ConnectionBar } from "./offline/ConnectionBar";
import { NeedsConnection } from "./offline/NeedsConnection";
import { OfflineContext, useNotedDay, useSending } from "./offline/use-offline";
import { useFreshDay } from "./live/use-fresh-day";
import { useLiveConnection } from "./live/use-live-connection";
import { DayList } from "./list/DayList";
import { isSlot, isTaken, itemsAt } from "./model/blocks";
import type { CalendarItem } from "./model/blocks";
import { rowsOf } from "./model/geometry";
import { chosenOf } from "./model/selection";
import type { Selection } from "./model/selection";
import { useMoveCall } from "./moving/use-move-call";
import { NextToPane } from "./pane/NextToPane";
import { ItemPane } from "./pane/ItemPane";
import { DaySheet } from "./print/DaySheet";
import { useDetails } from "./use-details";
import { useView } from "./use-view";
import { WaitingList } from "./waiting/WaitingList";
import { useMatchNotice } from "./waiting/use-match-notice";
import { DayReviews } from "../reviews";
import { isPresent } from "./service/steps";

type Day = Schemas["OwnerDailyCalendarPage"];

/** The daily calendar of a restaurant: its reservations and the free seats. */
export default function OwnerDailyCalendarPage() {
  const { session } = usePage<"owner_daily_calendar">();
  const { data: day, read, since } = useFreshDay();
  useEffect(preloadParts, []);
  return <DayView key={`${session.restaurant.slug} ${day.date}`} day={day} read={read} since={since} />;
}

interface DayProps {
  day: Day;
  read: (signal: AbortSignal) => Promise<boolean>;
  since: number | undefined;
}

function DayView({ day: known, read, since }: DayProps) {
  const t = useT();
  const { session } = usePage<"owner_daily_calendar">();
  const [wanted, setSelection] = useState<Selection | null>(null);
  const [view, setView] = useView();
  const details = useDetails();
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"), { noSsr: true });
  const navigate = useNavigate();
  const [openUid, setOpenUid] = useState<string | null>(null);
  const [slotUid, setSlotUid] = useState<string | null>(null);
  const [findAt, setFindAt] = useState<string | null>(null);
  const open = (item: CalendarItem) => (isSlot(item) ? setSlotUid(item.uid) : setOpenUid(item.uid));
  const { connection, refresh, reload } = useLiveConnection(known.date, read, since);
  const day = useNotedDay(known);
  useSending(day.date, connection, refresh);
  useMatchNotice(day);
  const isDisconnected = connection.state === "offline";
  const offline = useMemo(() => ({ isDisconnected, day: known }), [isDisconnected, known]);
  const selection = useMemo(() => withoutTaken(wanted, day), [wanted, day]);
  const rows = useMemo(() => rowsOf(day.inventory_groups), [day.inventory_groups]);
  // The pane closes with its item: an abandoned hold disappears, for instance.
  const shown = day.items.find(({ uid }) => uid === openUid) ?? null;
  const close = () => setOpenUid(null);
  const mayMove = useMayWrite("floor") && !isDisconnected;
  const [moving, setMoving] = useState<CalendarItem | null>(null);
  const move = useMoveCall(day, reload);
  /** Starts to move an item from its pane. The pane closes, since it may cover the whole grid. */
  const pickUp = (item: CalendarItem) => {
    setView("grid");
    close();
    setMoving(item);
    // The grid is rendered by then, also if the page showed the list before.
    requestAnimationFrame(showGrid);
  };

  // On a phone it follows the board, which would begin below the window. The key keeps its open dialogs when the phone
  // is turned.
  const waitingList = <WaitingList key="waiting" day={day} reload={reload} />;

  return (
    <OfflineContext value={offline}>
      <NextToPane>
        <DayHeader
          day={day}
          connection={connection}
          view={view}
          onView={(next) => (next === "floor" ? void navigate(paths.floor(day.date)) : setView(next))}
          details={details}
        />
        <NeedsConnection>
          <DayReviews date={day.date} isServing={day.is_today && day.items.some(({ service }) => isPresent(service))} />
          {details.isShown && <DayRemarks day={day} reload={reload} />}
        </NeedsConnection>
        {details.isShown && (
          <>
            <DayGlance day={day} />
            <PacingBar day={day} />
          </>
        )}
        {!isPhone && waitingList}
        <DayActions
          day={day}
          chosen={view === "grid" ? chosenOf(selection, day.inventory_groups, day.columns) : null}
          hasGrid={view === "grid"}
          onClear={() => setSelection(null)}
          reload={reload}
          hint={t("calendar.select_hint")}
          isNow={day.is_today}
          findAt={findAt}
          onFindEnd={() => setFindAt(null)}
        />
        {view === "grid" ? (
          <DayGrid
            day={day}
            timeZone={session.restaurant.time_zone}
            selection={selection}
            onSelect={setSelection}
            openUid={shown?.uid ?? null}
            onOpen={open}
            onDismiss={close}
            mayMove={mayMove}
            moving={moving}
            onMoving={setMoving}
            onMove={(item, spot) => move(item, spot).then(focusGridIfLost)}
            onFindAt={mayMove ? setFindAt : undefined}
            reload={reload}
          />
        ) : (
          <DayList
            day={day}
            timeZone={session.restaurant.time_zone}
            openUid={shown?.uid ?? null}
            onOpen={open}
            reload={reload}
          />
        )}
        {isPhone && waitingList}
        <Seatless items={day.items} rows={rows} onOpen={open} />
        {view === "grid" && <Legend />}
        {view === "grid" && mayMove && (
          <Typography variant="body2" color="text.secondary" sx={{ displayPrint: "none" }}>
            {t("move.help")} {t("service.help")}
          </Typography>
        )}
      </NextToPane>
      <ItemPane item={shown} day={day} onClose={close} onMove={pickUp} reload={reload} />
      {slotUid !== null && (
        <SlotDialog
          uid={slotUid}
          onClose={() => setSlotUid(null)}
          onSaved={() => {
            setSlotUid(null);
            void reload().then(focusGridIfLost);
          }}
        />
      )}
      <ConnectionBar day={known} connection={connection} onRetry={() => void reload()} />
      <DaySheet day={day} restaurant={session.restaurant.restaurant_name} />
    </OfflineContext>
  );
}

/** Removes seats from the selection that were taken in the meantime. */
function withoutTaken(selection: Selection | null, day: Day): Selection | null {
  const column = day.columns.find(({ key }) => key === selection?.columnKey);
  if (!selection || !column) return null;
  const [from, till] = [minutesOf(column.from), minutesOf(column.till)];
  const seatUids = selection.seatUids.filter((uid) => !itemsAt(day.items, uid, from, till).some(isTaken));
  return seatUids.length === 0 ? null : { ...selection, seatUids };
}
