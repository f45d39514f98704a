import { useEffect, useRef, useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "react-router";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { comboboxOf, errorText, foundOption, useListKeys } from "@/console/ui";
import { useHits } from "./use-hits";
import type { Hit } from "./use-hits";

const LIST = "console-search";
/** The server's limit. */
const MAX_LENGTH = 100;

/** The search field: Enter opens the marked hit, which is the only one or the first; arrows mark another. */
export function SearchField({ onDone }: { onDone: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { hits, hasMore, error, isSettled } = useHits(text);
  const open = (index: number) => {
    const hit = hits[index];
    if (!hit) return;
    void navigate(hit.path);
    onDone();
  };
  const { marked, onKeyDown, reset } = useListKeys({ count: hits.length, isSettled, onTake: open });
  const isAsked = text.trim() !== "";
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 1 }}>
        <TextField
          fullWidth
          inputRef={input}
          label={t("find.label")}
          helperText={t("find.help")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
          onKeyDown={onKeyDown}
          slotProps={{ htmlInput: { ...comboboxOf(LIST, hits.length, marked), maxLength: MAX_LENGTH } }}
        />
        <Button onClick={onDone} sx={{ mt: 1, display: { sm: "none" } }}>
          {t("console.close")}
        </Button>
      </Box>
      <Box sx={{ height: 4 }}>{!isSettled && isAsked && <LinearProgress aria-label={t("console.loading")} />}</Box>
      {error !== null && <Alert severity="error">{errorText(error, t)}</Alert>}
      {isAsked && isSettled && error === null && hits.length === 0 && <Nothing text={text.trim()} onDone={onDone} />}
      <Box
        role="listbox"
        id={LIST}
        aria-label={t("find.title")}
        sx={{ display: "grid", gap: 0.5, maxHeight: { sm: "60dvh" }, overflow: "auto" }}
      >
        {hits.map((hit, index) => (
          <Box
            key={`${hit.kind} ${hit.path} ${hit.title}`}
            role="option"
            id={`${LIST}-${index}`}
            aria-selected={index === marked}
            onClick={() => open(index)}
            sx={foundOption(index === marked)}
          >
            <HitText hit={hit} />
          </Box>
        ))}
      </Box>
      {hasMore && (
        <Typography variant="body2" role="status">
          {t("find.more")}
        </Typography>
      )}
    </Box>
  );
}

function HitText({ hit }: { hit: Hit }) {
  const t = useT();
  const parts = [
    hit.detail,
    hit.guests_count === null ? "" : t("console.guests", { count: hit.guests_count }),
    hit.amount === null ? "" : yen(hit.amount),
    hit.status === null ? "" : t(`reservation_facts.status.${hit.status}`),
    hit.payment_status === null ? "" : t(`reservation.state.${hit.payment_status}`),
  ];
  return (
    <>
      <Typography variant="body2" color="text.secondary">
        {t(`find.kind.${hit.kind}`)}
      </Typography>
      <Box component="strong" sx={{ overflowWrap: "anywhere" }}>
        {hit.title}
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {parts.filter((part) => part !== "").join(" / ")}
      </Typography>
    </>
  );
}

/** No hit: a name of a diner is searched on the page of the accounts. */
function Nothing({ text, onDone }: { text: string; onDone: () => void }) {
  const t = useT();
  return (
    <Box role="status" sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Typography>{t("find.none")}</Typography>
      <Button component={Link} to={`${paths.users}?q=${encodeURIComponent(text)}`} onClick={onDone}>
        {t("find.accounts")}
      </Button>
    </Box>
  );
}
