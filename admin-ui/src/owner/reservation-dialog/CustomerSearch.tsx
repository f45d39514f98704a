import { useEffect, useEffectEvent, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContent from "@mui/material/DialogContent";
import InputAdornment from "@mui/material/InputAdornment";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import Typography from "@mui/material/Typography";
import PersonAddIcon from "@mui/icons-material/PersonAdd";
import SearchIcon from "@mui/icons-material/Search";
import { useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { comboboxOf, focusOnMount, foundOption, useListKeys } from "@/console/ui";
import { GuestLine } from "../customers/GuestLine";
import { BlacklistWarningOf } from "../phone";
import type { ChosenCustomer } from "../bookings/chosen-customer";
import type { Search } from "./model";
import { searchOf, textOfSearch } from "./model";
import { chosenOf, useCustomerSearch } from "./use-customer-search";

interface Props {
  typed: string;
  /** Whether a single result is chosen without a further key. */
  takesSingle?: boolean;
  onType: (typed: string) => void;
  onChoose: (customer: ChosenCustomer) => void;
  onNew: (from: Search) => void;
}

const LIST = "customer-search";

/** The first step: one search field for names, numbers and addresses. Arrows and Enter choose a result. */
export function CustomerSearch({ typed, takesSingle = false, onType, onChoose, onNew }: Props) {
  const t = useT();
  const { features } = useSession();
  const [visitorsOnly, setVisitorsOnly] = useState(false);
  const asked = searchOf(typed, features);
  const search: Search = visitorsOnly ? { way: "visitorName", text: typed.normalize("NFKC").trim() } : asked;
  const { hits, isByNameOnly, isSettled, isError } = useCustomerSearch(search);
  const offersNew = !visitorsOnly && search.way !== "nothing";
  const count = hits.length + (offersNew ? 1 : 0);

  const take = (at: number) => {
    const hit = hits[at];
    if (hit) onChoose(chosenOf(hit));
    else if (offersNew) onNew(asked);
  };
  const isSingle = hits.length === 1 && !isByNameOnly && isSettled && !isError;
  useTakeSingle(takesSingle && !visitorsOnly && isSingle, () => take(0));
  const { marked: index, onKeyDown, reset } = useListKeys({ count, isSettled, onTake: (at) => !isError && take(at) });

  return (
    <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: 1, minHeight: 320 }}>
      <TextField
        inputRef={focusOnMount}
        fullWidth
        label={t("reservation_dialog.search.label")}
        placeholder={t("reservation_dialog.search.placeholder")}
        helperText={t(
          features.allowEmailInvitation
            ? "reservation_dialog.search.help"
            : "reservation_dialog.search.help_without_email",
        )}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          reset();
        }}
        onKeyDown={onKeyDown}
        sx={{ mt: 1 }}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon />
              </InputAdornment>
            ),
          },
          htmlInput: comboboxOf(LIST, count, index),
        }}
      />
      <BlacklistWarningOf typed={typed} />
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <ToggleButton
          value="visitors"
          size="small"
          selected={visitorsOnly}
          onChange={() => {
            setVisitorsOnly(!visitorsOnly);
            reset();
          }}
        >
          {t("reservation_dialog.search.visitors")}
        </ToggleButton>
        <Button size="small" startIcon={<PersonAddIcon />} onClick={() => onNew(asked)}>
          {t("reservation_dialog.new.title")}
        </Button>
      </Box>
      <Box sx={{ height: 4 }}>{!isSettled && search.way !== "nothing" && <LinearProgress />}</Box>
      {isError && <Alert severity="error">{t("console.fetch_failed")}</Alert>}
      <Found hits={hits} marked={index} newText={offersNew ? textOfSearch(asked) : null} onTake={take} />
      {visitorsOnly && isSettled && hits.length === 0 && !isError && (
        <Typography role="status">{t("reservation_dialog.search.no_visitors")}</Typography>
      )}
    </DialogContent>
  );
}

/** Takes the only result as soon as it is known. The next step shows who it is, and leads back. */
function useTakeSingle(isSingle: boolean, onTake: () => void): void {
  const take = useEffectEvent(() => onTake());
  useEffect(() => {
    if (isSingle) take();
  }, [isSingle]);
}

interface FoundProps {
  hits: readonly Schemas["CustomerHit"][];
  marked: number;
  /** Name, number or address for a new customer. */
  newText: string | null;
  onTake: (index: number) => void;
}

function Found({ hits, marked, newText, onTake }: FoundProps) {
  const t = useT();
  return (
    <Box role="listbox" id={LIST} aria-label={t("reservation_dialog.search.found")} sx={{ display: "grid", gap: 0.75 }}>
      {hits.map((hit, index) => (
        <Box
          key={hit.uid}
          role="option"
          id={`${LIST}-${index}`}
          aria-selected={index === marked}
          onClick={() => onTake(index)}
          sx={foundOption(index === marked)}
        >
          <GuestLine guest={hit} />
        </Box>
      ))}
      {newText !== null && (
        <Box
          role="option"
          id={`${LIST}-${hits.length}`}
          aria-selected={marked === hits.length}
          onClick={() => onTake(hits.length)}
          sx={{ ...foundOption(marked === hits.length), display: "flex", gap: 1, alignItems: "center" }}
        >
          <PersonAddIcon fontSize="small" />
          {t("reservation_dialog.search.add", { text: newText })}
        </Box>
      )}
    </Box>
  );
}
