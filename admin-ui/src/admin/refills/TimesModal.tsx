import { useState } from "react";
import type { MouseEvent } from "react";
import DeleteIcon from "@mui/icons-material/Delete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContent from "@mui/material/DialogContent";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { FormModal, useFirstField } from "@/console/ui";
import type { Window } from "@/console/ui";
import { timesLine } from "./lines";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { canAdd, endOptions, readBulk, sortedSpans, startOptions, withStart } from "./times-form";
import type { Span } from "./times-form";
import { useSave } from "./use-save";

const BULK_ROWS = 12;
const EMPTY: Span = { start_time: "", end_time: "" };

/** The start and end times that a template offers: entered one at a time, or as many lines. */
export function TimesModal({ slug, template, choices, onClose, onSaved }: ModalProps) {
  const t = useT();
  const { busy, refusal, theirs, isUndecided, save } = useSave();
  const [spans, setSpans] = useState(() => sortedSpans(template.time_selector));
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string[]>([]);
  const window = { from: choices.time_from, till: choices.time_till };
  /** Returns the spans, with the lines of the bulk field; null if one of the lines is wrong. */
  const withBulk = (): Span[] | null => {
    const bulk = readBulk(typed, window);
    setWrong(bulk.wrong);
    if (bulk.wrong.length > 0) return null;
    const all = sortedSpans([...spans, ...bulk.spans]);
    setSpans(all);
    setTyped("");
    return all;
  };
  const submit = async () => {
    const all = withBulk();
    if (all === null) return;
    const selector = { options_attributes: all, online_stock_refillment_template_id: template.id };
    const expected = { time_selector: template.time_selector, ...theirs.values };
    const call = { path: { slug }, body: { time_selector: selector, expected } };
    if (await save(() => send("POST", "/admin/api/r/{slug}/time_selectors", call))) onSaved();
  };
  return (
    <FormModal title={t("refills.times_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 2 }}>
        <FormConflicts
          theirs={theirs}
          fields={{
            time_selector: {
              label: t("refills.times_title"),
              text: (saved) => timesLine(saved as Span[], t).join("\n"),
              take: (saved) => setSpans(sortedSpans(saved as Span[])),
            },
          }}
        />
        <Spans spans={spans} onRemove={(index) => setSpans(spans.filter((_, other) => other !== index))} />
        <Adder window={window} spans={spans} onAdd={(span) => setSpans(sortedSpans([...spans, span]))} />
        <Divider />
        <BulkBox typed={typed} wrong={wrong} onType={setTyped} onAdd={() => withBulk() !== null} />
      </DialogContent>
      <ModalActions
        refusal={refusal}
        busy={busy}
        disabled={isUndecided || (spans.length === 0 && typed.trim() === "")}
        onClose={onClose}
        onSave={() => void submit()}
      />
    </FormModal>
  );
}

function Spans({ spans, onRemove }: { spans: Span[]; onRemove: (index: number) => void }) {
  const t = useT();
  if (spans.length === 0) return <Typography color="text.secondary">{t("refills.times_none")}</Typography>;
  return (
    <Box component="ul" aria-label={t("refills.times_title")} sx={{ m: 0, p: 0, listStyle: "none" }}>
      {spans.map(({ start_time, end_time }, index) => (
        <Box component="li" key={`${start_time} ${end_time}`} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Box component="span" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {t("refills.span", { start: start_time, end: end_time })}
          </Box>
          <IconButton
            aria-label={t("refills.span_remove", { start: start_time, end: end_time })}
            onClick={() => onRemove(index)}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}

function Adder({ window, spans, onAdd }: { window: Window; spans: Span[]; onAdd: (span: Span) => void }) {
  const t = useT();
  const [span, setSpan] = useState(EMPTY);
  const [around, goOn] = useFirstField<HTMLDivElement>();
  return (
    <Box ref={around} sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <TimeChoice
        label={t("refills.start_time")}
        choices={startOptions(window, span.end_time)}
        value={span.start_time}
        onChange={(start) => setSpan(withStart(span, start, window))}
      />
      <TimeChoice
        label={t("refills.end_time")}
        choices={endOptions(window, span.start_time)}
        value={span.end_time}
        onChange={(end_time) => setSpan({ ...span, end_time })}
      />
      <Button
        variant="outlined"
        disabled={!canAdd(spans, span)}
        onClick={(press) => {
          onAdd(span);
          setSpan(EMPTY);
          goOn(press);
        }}
      >
        {t("refills.add")}
      </Button>
    </Box>
  );
}

interface TimeChoiceProps {
  label: string;
  choices: string[];
  value: string;
  onChange: (value: string) => void;
}

function TimeChoice({ label, choices, value, onChange }: TimeChoiceProps) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ flex: 1, minWidth: 120, maxWidth: 180 }}
    >
      <option value="">{t("refills.choose")}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </TextField>
  );
}

interface BulkBoxProps {
  typed: string;
  /** Lines that contain no pair of times. */
  wrong: string[];
  onType: (typed: string) => void;
  /** Adds the typed lines. False if one of them is wrong. */
  onAdd: () => boolean;
}

function BulkBox({ typed, wrong, onType, onAdd }: BulkBoxProps) {
  const t = useT();
  const [around, goOn] = useFirstField<HTMLDivElement>();
  const add = (press: MouseEvent) => {
    if (onAdd()) goOn(press);
  };
  return (
    <Box ref={around} sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <TextField
        multiline
        fullWidth
        rows={BULK_ROWS}
        label={t("refills.bulk")}
        placeholder={"18:00,20:00\n18:30,20:30"}
        value={typed}
        error={wrong.length > 0}
        helperText={wrong.length > 0 ? t("refills.bulk_invalid", { lines: wrong.join(" / ") }) : t("refills.bulk_help")}
        onChange={(event) => onType(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Button variant="outlined" disabled={typed.trim() === ""} onClick={add}>
        {t("refills.bulk_add")}
      </Button>
    </Box>
  );
}
