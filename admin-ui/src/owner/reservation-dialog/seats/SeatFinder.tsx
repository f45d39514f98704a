import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContent from "@mui/material/DialogContent";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import { comboboxOf, foundOption, useListKeys } from "@/console/ui";
import { PacingNote } from "../PacingNote";
import { visitAt } from "../model";
import type { Calendar, Selection } from "../model";
import { useFindOverstays } from "../overstays";
import type { Overstay } from "../overstays";
import { useProposals } from "./use-proposals";
import type { Proposal } from "./use-proposals";
import { selectionOf } from "./selection-of";
import { requestOf, withinHours } from "./wanted";
import type { Wanted } from "./wanted";

interface Props {
  calendar: Calendar;
  typed: string;
  onType: (typed: string) => void;
  /** Called with the chosen seats, and the guest that follows size and time; empty without one. */
  onChoose: (selection: Selection, guest: string) => void;
  /** Called with a request that has no seats at its time, to add it to the waiting list. */
  onWait?: (wanted: Wanted, guest: string) => void;
}

const LIST = "seat-finder";

/** Searches seats by party size and time, as a caller says them, maybe with the name. Proposals are sorted, best first, with reasons. */
export function SeatFinder({ calendar, typed, onType, onChoose, onWait }: Props) {
  const t = useT();
  const findOverstays = useFindOverstays();
  const request = requestOf(typed);
  const wanted = withinHours(request.wanted, calendar.operations);
  const { found, isSettled, isError } = useProposals(calendar.date, wanted);
  const isShown = wanted !== null && found !== null;
  const seats = isShown ? found.seats : [];
  const others = isShown ? found.other_times : [];
  const proposals = [...seats, ...others];
  const take = (at: number) => {
    const selection = proposals[at] && wanted && selectionOf(calendar, proposals[at], wanted.guests);
    if (selection) onChoose(selection, request.guest);
  };
  const { marked, onKeyDown, reset } = useListKeys({ count: proposals.length, isSettled, onTake: take });
  const isFull = isShown && isSettled && seats.length === 0;

  return (
    <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1, minHeight: 320 }}>
      <TextField
        inputRef={focusSize}
        fullWidth
        label={t("seat_finder.label")}
        placeholder={t("seat_finder.placeholder")}
        helperText={t("seat_finder.help")}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          reset();
        }}
        onKeyDown={onKeyDown}
        sx={{ mt: 1 }}
        slotProps={{
          htmlInput: comboboxOf(LIST, proposals.length, marked),
        }}
      />
      {wanted && <PacingNote calendar={calendar} visit={visitAt(calendar, wanted.time, wanted.guests)} />}
      <Box sx={{ height: 4 }}>{!isSettled && wanted !== null && <LinearProgress />}</Box>
      {isError && wanted !== null && <Alert severity="error">{t("seat_finder.failed")}</Alert>}
      {isFull && (
        <Alert severity="warning" role="status">
          {t(others.length === 0 ? "seat_finder.none" : "seat_finder.other_times")}
        </Alert>
      )}
      {isFull && onWait && (
        <Button
          variant="outlined"
          startIcon={<HourglassEmptyIcon />}
          onClick={() => onWait(wanted, request.guest)}
          sx={{ justifySelf: "start" }}
        >
          {t("waiting.add")}
        </Button>
      )}
      <Box role="listbox" id={LIST} aria-label={t("seat_finder.found")} sx={{ display: "grid", gap: 0.75 }}>
        {proposals.map((proposal, index) => (
          <Box
            key={`${proposal.start_time} ${proposal.inventory_item_uids.join(" ")}`}
            role="option"
            id={`${LIST}-${index}`}
            aria-selected={index === marked}
            onClick={() => take(index)}
            sx={foundOption(index === marked)}
          >
            <ProposalText
              proposal={proposal}
              sitting={findOverstays(proposal.inventory_item_uids, proposal.start_time)}
            />
          </Box>
        ))}
      </Box>
    </DialogContent>
  );
}

/** Focuses the field on mount, and selects a party size at its beginning, which is often another one. */
function focusSize(field: HTMLInputElement | null): void {
  field?.focus();
  const size = /^\d+/.exec(field?.value ?? "")?.[0];
  if (size !== undefined) field?.setSelectionRange(0, size.length);
}

function ProposalText({ proposal, sitting }: { proposal: Proposal; sitting: readonly Overstay[] }) {
  const t = useT();
  const { start_time, end_time, inventory_group_title: group, labels, leftover, reasons } = proposal;
  const why = [
    ...reasons.map((reason) => t(`seat_finder.reason.${reason}`)),
    ...(leftover > 0 ? [t("seat_finder.leftover", { count: leftover })] : []),
  ];
  return (
    <>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {start_time}–{end_time} {group} {labels.join(joiner())}
      </Typography>
      {sitting.map(({ uid, title, start_time: from, end_time: till }) => (
        <Typography key={uid} variant="body2" color="error" sx={{ fontWeight: 700 }}>
          ⚠ {t("reservation_dialog.still_sitting", { name: title, time: `${from}–${till}` })}
        </Typography>
      ))}
      <Typography variant="body2" color="text.secondary">
        {why.join(" / ")}
      </Typography>
    </>
  );
}
