import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContent from "@mui/material/DialogContent";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import { useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { GuestLine } from "../../customers/GuestLine";
import { comboboxOf, foundOption, useListKeys } from "@/console/ui";
import { PacingNote } from "../PacingNote";
import { searchOf, visitAt } from "../model";
import type { ChosenCustomer } from "../../bookings/chosen-customer";
import type { Calendar, Selection } from "../model";
import { useFindOverstays } from "../overstays";
import { chosenOf, useCustomerSearch } from "../use-customer-search";
import { DayJump, ClosedNote, Understood } from "./FinderNotes";
import { ProposalText } from "./ProposalText";
import { useProposals } from "./use-proposals";
import type { Proposal } from "./use-proposals";
import { selectionOf } from "./selection-of";
import { nextServed, requestOf, seatedMeals, typedWithoutDay, withinHours } from "./wanted";
import type { SeatRequest, Wanted } from "./wanted";

interface Props {
  calendar: Calendar;
  typed: string;
  onType: (typed: string) => void;
  /** Called with the chosen seats, and the guest that was typed with size and time; empty without one. */
  onChoose: (selection: Selection, guest: string) => void;
  /** Called with a request that has no seats at its time, to add it to the waiting list. */
  onWait?: ((wanted: Wanted, guest: string) => void) | undefined;
  /** Called with a guest that was found; absent if the guest is fixed. */
  onGuest?: ((guest: ChosenCustomer) => void) | undefined;
  /** Called to continue on another day, with the input without the day; absent if the day is fixed. */
  onDay?: ((date: string, typed: string) => void) | undefined;
}

const LIST = "seat-finder";

/**
 * Searches seats by party size and time, as a caller says them, with the guest and the day in any order. Proposals are
 * sorted, best first, with reasons.
 */
export function SeatFinder(props: Props) {
  const { calendar, typed, onType, onWait, onGuest, onDay } = props;
  const t = useT();
  const finder = useFinder(props);
  const { request, asked, wanted, otherDay, found, options, take, canTake, guests } = finder;
  const { marked, onKeyDown, reset } = useListKeys({ count: options.length, isSettled: canTake, onTake: takeAndReset });
  // After a guest was chosen, the first proposal is marked again.
  function takeAndReset(at: number) {
    take(at);
    reset();
  }
  const isFull = found !== null && finder.isSettled && found.seats.length === 0;

  return (
    <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1, minHeight: 320 }}>
      <TextField
        inputRef={focusSize}
        fullWidth
        label={t(onGuest ? "seat_finder.label" : "seat_finder.label_of_seats")}
        placeholder={t(onGuest ? "seat_finder.placeholder" : "seat_finder.placeholder_of_seats")}
        helperText={t(onGuest ? "seat_finder.help" : "seat_finder.help_of_seats")}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          reset();
        }}
        onKeyDown={onKeyDown}
        sx={{ mt: 1 }}
        slotProps={{
          htmlInput: comboboxOf(LIST, options.length, marked),
        }}
      />
      {wanted && <PacingNote calendar={calendar} visit={visitAt(calendar, wanted.time, wanted.guests)} />}
      <Box sx={{ height: 4 }}>{!finder.isSettled && wanted !== null && <LinearProgress />}</Box>
      {finder.isError && wanted !== null && <Alert severity="error">{t("seat_finder.failed")}</Alert>}
      {otherDay === null && <ClosedNote calendar={calendar} asked={asked} wanted={wanted} />}
      {asked === null && <Understood request={request} guests={onGuest ? guests : null} />}
      {otherDay !== null && !onDay && <Alert severity="info">{t("seat_finder.other_day")}</Alert>}
      {isFull && (
        <Alert severity="warning" role="status">
          {t(found.other_times.length === 0 ? "seat_finder.none" : "seat_finder.other_times")}
        </Alert>
      )}
      {isFull && onWait && wanted && (
        <Button
          variant="outlined"
          startIcon={<HourglassEmptyIcon />}
          onClick={() => onWait(wanted, request.guest)}
          sx={{ justifySelf: "start" }}
        >
          {t("waiting.add")}
        </Button>
      )}
      <Options options={options} marked={marked} onTake={takeAndReset} />
    </DialogContent>
  );
}

type Option = { day: string } | { proposal: Proposal } | { hit: Schemas["CustomerHit"] };

/** Returns what the input means on the day, and the options that it has: another day, seats, and guests. */
function useFinder({ calendar, typed, onType, onChoose, onGuest, onDay }: Props) {
  const { restaurant, features } = useSession();
  const request = requestOf(typed, restaurant.today);
  const seating = seatingOf(request, calendar);
  const { wanted, otherDay } = seating;
  const { found, isSettled, isError } = useProposals(calendar.date, wanted);
  const shown = wanted === null ? null : found;
  const guests = useCustomerSearch(searchOf(onGuest ? request.guest : "", features));
  const possible: Option[] = [
    ...(otherDay !== null && onDay ? [{ day: otherDay }] : []),
    ...(shown ? [...shown.seats, ...shown.other_times] : []).map((proposal) => ({ proposal })),
    ...guests.hits.map((hit) => ({ hit })),
  ];
  const options = request.impossibleDay === null ? possible : [];
  const take = (at: number) => {
    const option = options[at];
    if (!option) return;
    if ("day" in option) {
      onDay?.(option.day, typedWithoutDay(typed, restaurant.today));
    } else if ("hit" in option) {
      onType(request.rest === "" ? "" : `${request.rest} `);
      onGuest?.(chosenOf(option.hit));
    } else {
      const selection = wanted && selectionOf(calendar, option.proposal, wanted.guests);
      if (selection) onChoose(selection, request.guest);
    }
  };
  const canTake = otherDay !== null || (wanted === null ? guests.isSettled : isSettled);
  return { request, ...seating, found: shown, isSettled, isError, guests, options, take, canTake };
}

interface OptionsProps {
  options: readonly Option[];
  marked: number;
  onTake: (index: number) => void;
}

function Options({ options, marked, onTake }: OptionsProps) {
  const t = useT();
  const findOverstays = useFindOverstays();
  return (
    <Box role="listbox" id={LIST} aria-label={t("seat_finder.found")} sx={{ display: "grid", gap: 0.75 }}>
      {options.map((option, index) => (
        <Box
          key={keyOf(option)}
          role="option"
          id={`${LIST}-${index}`}
          aria-selected={index === marked}
          // The field keeps the focus: size and time may follow a chosen guest.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
          sx={foundOption(index === marked)}
        >
          {"day" in option && <DayJump day={option.day} />}
          {"hit" in option && <GuestLine guest={option.hit} />}
          {"proposal" in option && (
            <ProposalText
              proposal={option.proposal}
              sitting={findOverstays(option.proposal.inventory_item_uids, option.proposal.start_time)}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}

function keyOf(option: Option): string {
  if ("day" in option) return option.day;
  if ("hit" in option) return option.hit.uid;
  return `${option.proposal.start_time} ${option.proposal.inventory_item_uids.join(" ")}`;
}

/**
 * Returns the party size and time of a request on a day: as asked, and as served. Seats of this day are not proposed for
 * another one, and none for a date that does not exist.
 */
function seatingOf(request: SeatRequest, calendar: Calendar) {
  const meals = seatedMeals(calendar);
  const asked = request.impossibleDay === null ? withinHours(request.wanted, meals) : null;
  const isElsewhere = request.day !== null && request.day !== calendar.date && request.impossibleDay === null;
  const otherDay = isElsewhere ? request.day : null;
  return { asked, wanted: otherDay === null ? nextServed(asked, meals) : null, otherDay };
}

/** Focuses the field on mount, and selects a party size at its beginning, which is often another one. */
function focusSize(field: HTMLInputElement | null): void {
  field?.focus();
  const size = /^\d+/.exec(field?.value ?? "")?.[0];
  if (size !== undefined) field?.setSelectionRange(0, size.length);
}
