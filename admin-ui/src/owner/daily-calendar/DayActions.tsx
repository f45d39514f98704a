import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import CloseIcon from "@mui/icons-material/Close";
import EventSeatIcon from "@mui/icons-material/EventSeat";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import { UndoArea } from "@/console/ui";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { forgetBooking, requestBooking, requestedBooking } from "../bookings/booking-request";
import type { BookingRequest } from "../bookings/booking-request";
import { useOffline } from "./offline/use-offline";
import { focusGrid } from "./grid/focus-grid";
import { CreateSlotDialog, ReservationDialog } from "./lazy-parts";
import type { UnseatedParty } from "../reservation-dialog/model";
import { OverstaysContext } from "../reservation-dialog/overstays";
import { useMinuteOfDay } from "./live/use-now";
import { findOverstays } from "./model/overstays";
import type { Chosen } from "./model/selection";
import { isVisit, occupiesSeats } from "./service/steps";
import { useKey } from "./use-key";
import { AddToWaitingList } from "./waiting/AddToWaitingList";
import { WalkInButtons } from "./walk-in/WalkInButtons";

/** The open dialog. Without chosen seats, the reservation dialog searches for free ones. */
type Opened =
  | { kind: "reservation"; chosen: Chosen | null; request?: BookingRequest }
  | { kind: "slot"; chosen: Chosen }
  | { kind: "waiting"; party: UnseatedParty };

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  chosen: Chosen | null;
  /** Whether seats and times can be chosen on the page. A list of the day has none. */
  hasGrid?: boolean;
  onClear: () => void;
  reload: () => Promise<void>;
  /** Instruction that is shown while nothing is chosen. */
  hint: string;
  /** Whether the chosen time is the present and the seats can take a walk-in. */
  isNow: boolean;
  /** Whether a phone shows the common actions only, so that the board begins sooner. */
  isShort?: boolean;
  /** The time whose seats are searched, by a press on it; null without one. */
  findAt?: string | null;
  onFindEnd?: () => void;
}

/** The party size with which the search for a pressed time begins. It is selected, so the next key replaces it. */
const USUAL_PARTY = 2;

/** Actions for the selected seats. A dialog keeps the seats that it was opened for. */
export function DayActions(props: Props) {
  const {
    day,
    chosen,
    hasGrid = true,
    onClear,
    reload,
    hint,
    isNow,
    isShort = false,
    findAt = null,
    onFindEnd,
  } = props;
  const t = useT();
  const navigate = useNavigate();
  const { features, session } = usePage<"owner_daily_calendar">();
  const now = useMinuteOfDay(day.date, session.restaurant.time_zone);
  const mayCreateSlots = features.createOsgEnabled && features.allowReservableOperation;
  const mayChange = useMayWrite("floor");
  const [dialog, setDialog] = useState<Opened | null>(() => {
    const requested = requestedBooking(day.date);
    return requested && { kind: "reservation", chosen: null, request: requested };
  });
  const { isDisconnected } = useOffline();
  const opened: Opened | null = findAt === null ? dialog : { kind: "reservation", chosen: null };
  const request = opened?.kind === "reservation" ? opened.request : undefined;
  const asked = findAt === null ? request?.asked : `${t("console.guests", { count: USUAL_PARTY })} ${findAt}`;
  const isOpen = opened !== null;
  const close = () => {
    setDialog(null);
    onFindEnd?.();
  };
  // Without a selection the button that opened the dialog is gone and cannot get the focus back.
  const isDone = useRef(false);
  const done = () => {
    isDone.current = true;
    close();
    onClear();
    void reload();
  };
  const wait = (party: UnseatedParty) => {
    setDialog({ kind: "waiting", party });
    onFindEnd?.();
  };
  const goToDay = (date: string, { asked: typed, guest }: Omit<BookingRequest, "date">) => {
    requestBooking({ date, asked: typed, guest });
    close();
    void navigate(paths.day(date));
  };
  const seated = () => {
    onClear();
    focusGrid();
    void reload();
  };
  useEffect(() => {
    if (isOpen || !isDone.current) return;
    isDone.current = false;
    focusGrid();
  }, [isOpen]);
  useEffect(forgetBooking, []);
  useKey("n", mayChange && !isDisconnected && !isOpen, () => setDialog({ kind: "reservation", chosen }));
  if (!mayChange) return null;
  return (
    <Box
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1,
        alignItems: "center",
        minHeight: 48,
        mb: 1,
        displayPrint: "none",
      }}
    >
      {hasGrid && (
        <Button
          variant="contained"
          disabled={chosen === null || isDisconnected}
          onClick={() => chosen && setDialog({ kind: "reservation", chosen })}
        >
          {t("calendar.create_reservation")}
        </Button>
      )}
      <Button
        variant={hasGrid ? "outlined" : "contained"}
        disabled={isDisconnected}
        startIcon={<EventSeatIcon />}
        aria-keyshortcuts="n"
        title={t("calendar.find_tip")}
        onClick={() => setDialog({ kind: "reservation", chosen: null })}
      >
        {t("calendar.find_seats")}
      </Button>
      {isNow && now !== null && chosen !== null && !isOccupied(day.items, chosen, now) && (
        <WalkInButtons chosen={chosen} onDone={seated} />
      )}
      {mayCreateSlots && hasGrid && !isShort && (
        <Button
          variant="outlined"
          disabled={chosen === null || isDisconnected}
          onClick={() => chosen && setDialog({ kind: "slot", chosen })}
        >
          {t("calendar.create_slot")}
        </Button>
      )}
      {hasGrid && <ChosenSeats chosen={chosen} hint={hint} isShort={isShort} onClear={onClear} />}
      {opened?.kind === "reservation" && (
        <OverstaysContext value={(uids, start) => findOverstays(day.items, uids, start, now)}>
          <ReservationDialog
            open
            calendar={day}
            selection={opened.chosen}
            asked={asked}
            guest={request?.guest}
            onClose={close}
            onDone={done}
            onWait={wait}
            onDay={goToDay}
          />
        </OverstaysContext>
      )}
      {opened?.kind === "waiting" && <AddToWaitingList day={day} party={opened.party} onClose={close} onAdded={done} />}
      {opened?.kind === "slot" && opened.chosen.column.operation !== null && (
        <CreateSlotDialog
          date={day.date}
          group={opened.chosen.group}
          itemUids={opened.chosen.items.map(({ uid }) => uid)}
          startTime={opened.chosen.column.from}
          operation={opened.chosen.column.operation}
          onClose={close}
          onSaved={done}
        />
      )}
    </Box>
  );
}

/** Shows the chosen seats. Its height does not depend on them: the grid below must not move while staff tap seats. */
function ChosenSeats({ chosen, hint, isShort, onClear }: Pick<Props, "chosen" | "hint" | "isShort" | "onClear">) {
  const t = useT();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, flex: { xs: "1 1 100%", md: "1 1 auto" } }}>
      <UndoArea isFree={chosen === null}>
        <Typography
          aria-live="polite"
          sx={{
            fontSize: "0.9rem",
            lineHeight: 1.5,
            height: { xs: isShort ? "3em" : "4.5em", sm: "3em", md: "auto" },
            mb: { xs: 1, md: 0 },
            overflow: "hidden",
            flex: 1,
          }}
        >
          {chosen
            ? t("calendar.selected", {
                time: chosen.column.from,
                group: chosen.group.title,
                seats: chosen.items.map(({ label }) => label).join(joiner()),
              })
            : hint}
        </Typography>
      </UndoArea>
      <IconButton
        aria-label={t("calendar.clear_selection")}
        title={t("calendar.clear_selection")}
        onClick={onClear}
        sx={{ visibility: chosen ? "visible" : "hidden" }}
      >
        <CloseIcon />
      </IconButton>
    </Box>
  );
}

/** Reports whether a party occupies one of the chosen seats now, whatever time was chosen. */
function isOccupied(items: Props["day"]["items"], { items: seats }: Chosen, now: number): boolean {
  const occupants = items.filter((item) => isVisit(item) && occupiesSeats(item, now));
  return seats.some(({ uid }) => occupants.some((item) => item.inventory_item_uids.includes(uid)));
}
