import { useEffect, useRef, useState } from "react";
import SearchIcon from "@mui/icons-material/Search";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { isTyping, reservationsAddress, searchKindOf } from "./search-kind";

const DEBOUNCE_MS = 200;

type Hit = Schemas["CustomerHit"];
type Option = { to: string; label: string; detail: string };

/** One key, "/", from anywhere: the customers and reservations of a name, a number or an address. */
export function QuickSearch() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== "/" || !isPlain || isTyping(event.target)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
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
        sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
      >
        <SearchField onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function SearchField({ onDone }: { onDone: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { hits, isSearching } = useHits(text);
  const options = optionsOf(text, hits);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Box sx={{ p: 2 }}>
      <Autocomplete<Option, false, false, true>
        freeSolo
        open={options.length > 0}
        onClose={(_, reason) => reason === "escape" && onDone()}
        autoHighlight
        filterOptions={(all) => all}
        options={options}
        getOptionKey={(option) => (typeof option === "string" ? option : option.to)}
        inputValue={text}
        loading={isSearching}
        onInputChange={(_, next, reason) => reason !== "reset" && setText(next)}
        onChange={(_, chosen) => {
          if (chosen === null || typeof chosen === "string") return;
          void navigate(chosen.to);
          onDone();
        }}
        renderOption={({ key, ...props }, { label, detail }) => (
          <Box component="li" key={key} {...props} sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
            <strong>{label}</strong>
            <Box component="span" sx={{ color: "text.secondary" }}>
              {detail}
            </Box>
          </Box>
        )}
        renderInput={(props) => (
          <TextField {...props} inputRef={input} label={t("search.label")} helperText={t("search.help")} />
        )}
      />
    </Box>
  );

  function optionsOf(asked: string, found: readonly Hit[]): Option[] {
    if (asked.trim() === "") return [];
    const customers = found.map((hit) => ({
      to: paths.customer(hit.uid),
      label: hit.display_fullname,
      detail: [hit.label_short, hit.display_phone_number, hit.email, t("calendar.visits", { count: hit.visit_count })]
        .filter((part) => part !== null && part !== "")
        .join(" ・ "),
    }));
    const reservations = {
      to: reservationsAddress(asked),
      label: t("search.reservations", { text: asked.trim() }),
      detail: "",
    };
    return [...customers, reservations];
  }
}

/** The customers of a text, asked for once writing pauses. */
function useHits(text: string): { hits: readonly Hit[]; isSearching: boolean } {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const kind = searchKindOf(asked);
  const { data, isFetching } = useQuery({
    queryKey: ["quick-search", kind, asked],
    queryFn: ({ signal }) => send("GET", "/owners/api/customers", { query: { type: kind, q: asked }, signal }),
    enabled: kind !== null,
    placeholderData: (before) => before,
  });
  return { hits: kind === null ? [] : (data?.data ?? []), isSearching: isFetching };
}
