import { useEffect, useRef, useState } from "react";
import SearchIcon from "@mui/icons-material/Search";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { ApiError, send, useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { GuestLine } from "@/owner/customers/GuestLine";
import { paths } from "@/owner/navigation";
// Not from the folder's index: its fields with a list of countries would be part of every page.
import { BlacklistWarningOf } from "@/owner/phone/BlacklistWarning";
import { Dialog, comboboxOf, useListKeys, useSlashKey } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { codeOf, reservationsAddress, searchKindsOf } from "./search-kind";
import type { SearchKind } from "./search-kind";

const DEBOUNCE_MS = 200;

type Hit = Schemas["CustomerHit"];
type Option = { to: string; guest: Hit } | { to: string; label: string; detail: string; isBlacklisted: boolean };

/** Opens on the key "/" on any page: searches customers and reservations by name, number or address. */
export function QuickSearch() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  useSlashKey(() => setIsOpen(true));
  return (
    <>
      <Tooltip title={t("search.tip")}>
        <IconButton color="inherit" aria-label={t("search.open")} aria-keyshortcuts="/" onClick={() => setIsOpen(true)}>
          <SearchIcon />
        </IconButton>
      </Tooltip>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        slotProps={{ paper: { "aria-label": t("search.title") } }}
        fullWidth
        maxWidth="sm"
        isAtTop
      >
        <SearchField onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

const LIST = "quick-search";

/** The search field: Enter opens the first result, arrows choose another. */
function SearchField({ onDone }: { onDone: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { options, isSettled, isFailed } = useOptions(text);
  const go = (index: number) => {
    const option = options[index];
    if (!option) return;
    void navigate(option.to);
    onDone();
  };
  const { marked, onKeyDown, reset } = useListKeys({ count: options.length, isSettled, isFailed, onTake: go });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1 }}>
      <TextField
        fullWidth
        inputRef={input}
        label={t("search.label")}
        helperText={t("search.help")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: comboboxOf(LIST, options.length, marked),
        }}
      />
      <BlacklistWarningOf typed={text} />
      <Box sx={{ height: 4 }}>{!isSettled && text.trim() !== "" && <LinearProgress />}</Box>
      {isFailed && <Alert severity="error">{t("console.fetch_failed")}</Alert>}
      <Box
        role="listbox"
        id={LIST}
        aria-label={t("search.title")}
        sx={{ display: "grid", maxHeight: "60dvh", overflow: "auto" }}
      >
        {options.map((option, index) => (
          <Box
            key={option.to}
            role="option"
            id={`${LIST}-${index}`}
            aria-selected={index === marked}
            onClick={() => go(index)}
            sx={{
              display: "flex",
              alignItems: "center",
              gap: 1,
              flexWrap: "wrap",
              px: 1.5,
              py: 1,
              minHeight: 44,
              cursor: "pointer",
              borderRadius: 1,
              bgcolor: index === marked ? "primary.light" : "transparent",
              "&:hover": { outline: "1px solid", outlineColor: "primary.main" },
            }}
          >
            {"guest" in option ? (
              <GuestLine guest={option.guest} />
            ) : (
              <>
                <strong>{option.label}</strong>
                {option.isBlacklisted && <Chip size="small" color="error" label={t("pane.blacklisted")} />}
                <Box component="span" sx={{ color: "text.secondary" }}>
                  {option.detail}
                </Box>
              </>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Returns the results of a text: the reservation of a code, customers, and last the list of reservations. */
function useOptions(text: string): { options: Option[]; isSettled: boolean; isFailed: boolean } {
  const t = useT();
  const { locale } = useShell();
  const { hits, reservation, isSettled, isFailed } = useHits(text);
  if (text.trim() === "") return { options: [], isSettled, isFailed: false };
  const coded = reservation && {
    to: paths.reservation(reservation.uid),
    label: `${t("pane.code")} ${reservation.reservation_code}`,
    detail: detailOf(
      formatDate(reservation.date, locale),
      reservation.start_time,
      reservation.customer_fullname || reservation.nickname,
      t("console.guests", { count: reservation.guests_count }),
      reservation.status_label,
    ),
    isBlacklisted: reservation.is_blacklisted,
  };
  const customers = hits.map((guest) => ({ to: paths.customer(guest.uid), guest }));
  const reservations = {
    to: reservationsAddress(text),
    label: t("search.reservations", { text: text.trim() }),
    detail: "",
    isBlacklisted: false,
  };
  return { options: [...(coded ? [coded] : []), ...customers, reservations], isSettled, isFailed };
}

function detailOf(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" / ");
}

interface Hits {
  hits: readonly Hit[];
  reservation: Schemas["ReservationDetail"] | null;
  /** Whether the results belong to the current text. */
  isSettled: boolean;
  /** Whether the customers or the reservation of the current text could not be fetched. */
  isFailed: boolean;
}

/** Fetches the customers and the reservation of a text after the user pauses. */
function useHits(text: string): Hits {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const [kinds, code] = [searchKindsOf(asked), codeOf(asked)];
  const customers = useQuery({
    queryKey: ["quick-search", kinds, asked],
    queryFn: ({ signal }) => customersOf(kinds, asked, signal),
    enabled: kinds.length > 0,
    placeholderData: (before) => before,
  });
  const coded = useQuery({
    queryKey: ["quick-search-code", code],
    queryFn: ({ signal }) => reservationOf(code ?? "", signal),
    enabled: code !== null,
  });
  const isSettled = asked === text.trim() && !customers.isFetching && !coded.isFetching;
  const hits = kinds.length === 0 ? [] : (customers.data ?? []);
  const isFailed = isSettled && ((kinds.length > 0 && customers.isError) || (code !== null && coded.isError));
  return { hits, reservation: (code !== null && coded.data) || null, isSettled, isFailed };
}

/** Returns the customers of the first kind of search that finds any. */
async function customersOf(kinds: readonly SearchKind[], text: string, signal: AbortSignal): Promise<readonly Hit[]> {
  for (const kind of kinds) {
    const { data } = await send("GET", "/owners/api/customers", { query: { type: kind, q: text }, signal });
    if (data.length > 0) return data;
  }
  return [];
}

async function reservationOf(code: string, signal: AbortSignal): Promise<Schemas["ReservationDetail"] | null> {
  try {
    const { data } = await send("GET", "/owners/api/reservations/by_code/{code}", { path: { code }, signal });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
