import { useRef } from "react";
import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { focusOnMount, useReportChanged, useWrite, modalErrorText } from "@/console/ui";
import { ChangedMeanwhile, decisionsOf, sendEdit, useDraft } from "../drafts";
import { Writers } from "../rights";
import { GUESTS, MINUTES, faultsOf, rowsOf, staysOf, withRow } from "./stays";
import type { StayRow } from "./stays";

type Meal = Schemas["MealStays"];
type Rows = Readonly<Record<string, readonly StayRow[]>>;

const rowsByMeal = (meals: readonly Meal[]): Rows =>
  Object.fromEntries(meals.map(({ operation, stays }) => [operation, rowsOf(stays)]));

/** Holds the typed stays of the meals until they are saved. */
function useStays(meals: readonly Meal[]) {
  const t = useT();
  const { session, reload } = usePage<"owner_pacing">();
  const { busy, problem, write, reset } = useWrite({ words: (refused) => modalErrorText(refused, t) });
  const edit = useDraft<Rows>(null, rowsByMeal(meals));
  const of = ({ operation }: Meal) => edit.draft[operation] ?? [];
  const isInvalid = meals.some((meal) => staysOf(of(meal)) === null);
  const isChanged = meals.some((meal) => JSON.stringify(staysOf(of(meal))) !== JSON.stringify(sizesOf(meal)));
  const save = () =>
    write(async () => {
      const changed = meals.filter(({ operation }) => operation in edit.expected);
      const stays = Object.fromEntries(changed.map((meal) => [meal.operation, staysOf(of(meal)) ?? []]));
      const expected_stays = Object.fromEntries(
        Object.entries(edit.expected).map(([operation, rows = []]) => [operation, staysOf(rows) ?? []]),
      );
      const body = { stays, expected_stays };
      const path = { slug: session.restaurant.slug };
      await sendEdit(() => send("PUT", "/owners/api/stays/{slug}", { path, body }), reload);
      edit.sent(edit.draft);
      showFlash({ kind: "notice", message: t("stay_settings.saved"), sticky: false });
      await reload();
    });
  const change = (meal: Meal, next: readonly StayRow[]) => edit.set({ [meal.operation]: next });
  const conflict = decisionsOf(edit, reset);
  return { of, change, save, isInvalid, isChanged, conflict, isBusy: busy, problem };
}

/** The stored stays of a meal, in the form in which they are sent. */
function sizesOf({ stays }: Meal): Schemas["UsualStay"][] {
  return stays.map(({ from_guests, stay_minutes }) => ({ from_guests, stay_minutes }));
}

/** Returns the saved stays of a meal, one a line. */
function savedText({ stays }: Meal, t: Translate): string {
  return stays
    .map(({ from_guests, stay_minutes }) =>
      t("stay_settings.saved_row", { guests: from_guests, minutes: stay_minutes }),
    )
    .join("\n");
}

interface Props {
  meals: readonly Meal[];
  onUnsaved: (isChanged: boolean) => void;
}

/** Sets the usual stays of parties from a size on, which the proposals of staff use. */
export function StaysForm({ meals, onUnsaved }: Props) {
  const t = useT();
  const form = useStays(meals);
  useReportChanged(form.isChanged, onUnsaved);
  return (
    <Paper
      variant="outlined"
      component="form"
      noValidate
      aria-labelledby="usual-stays"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isInvalid && form.conflict.clashes.length === 0) void form.save();
      }}
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2.5 }}
    >
      <div>
        <Typography variant="h2" id="usual-stays">
          {t("stay_settings.title")}
        </Typography>
        <Typography sx={{ mt: 1 }}>{t("stay_settings.lead")}</Typography>
        <Typography color="text.secondary" sx={{ mt: 1 }}>
          {t("stay_settings.kept")}
        </Typography>
      </div>
      {form.problem !== null && form.conflict.clashes.length === 0 && <Alert severity="error">{form.problem}</Alert>}
      {meals.map((meal) => (
        <MealFields
          key={meal.operation}
          meal={meal}
          rows={form.of(meal)}
          onChange={(rows) => form.change(meal, rows)}
        />
      ))}
      <ChangedMeanwhile<Rows>
        form={form.conflict}
        fields={Object.fromEntries(
          meals.map((meal) => [
            meal.operation,
            { label: t("stay_settings.meal", { meal: meal.label }), saved: savedText(meal, t) },
          ]),
        )}
      />
      <Writers of="office">
        <Button
          type="submit"
          variant="contained"
          loading={form.isBusy}
          disabled={form.isInvalid || form.conflict.clashes.length > 0}
          sx={{ justifySelf: "start" }}
        >
          {t("stay_settings.save")}
        </Button>
      </Writers>
    </Paper>
  );
}

interface MealProps {
  meal: Meal;
  rows: readonly StayRow[];
  onChange: (rows: readonly StayRow[]) => void;
}

function MealFields({ meal, rows, onChange }: MealProps) {
  const t = useT();
  const add = useRef<HTMLButtonElement>(null);
  const remove = (row: StayRow) => {
    onChange(rows.filter((other) => other !== row));
    // The focused button disappears.
    add.current?.focus();
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: "grid", gap: 2 }}>
      <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1.5 }}>
        {t("stay_settings.meal", { meal: meal.label })}
      </Typography>
      <Typography color="text.secondary">{t("stay_settings.usual", { minutes: meal.default_stay_minutes })}</Typography>
      {rows.map((row, index) => (
        <StayFields
          key={row.id}
          row={row}
          rows={rows}
          isNew={row.id >= meal.stays.length}
          number={index + 1}
          onChange={(next) => onChange(rows.map((other) => (other === row ? next : other)))}
          onRemove={() => remove(row)}
        />
      ))}
      <Writers of="office">
        <Button
          ref={add}
          startIcon={<AddIcon />}
          onClick={() => onChange(withRow(rows))}
          sx={{ justifySelf: "start", minHeight: 44 }}
        >
          {t("stay_settings.add")}
        </Button>
      </Writers>
    </Box>
  );
}

interface RowProps {
  row: StayRow;
  rows: readonly StayRow[];
  isNew: boolean;
  /** The place of the row, from 1. */
  number: number;
  onChange: (row: StayRow) => void;
  onRemove: () => void;
}

function StayFields({ row, rows, isNew, number, onChange, onRemove }: RowProps) {
  const t = useT();
  const faults = faultsOf(row, rows);
  const guestsFault = faults.guests && t(`stay_settings.guests_${faults.guests}`, GUESTS);
  return (
    <Box
      role="group"
      aria-label={t("stay_settings.row", { number })}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 2 }}
    >
      <NumberField
        label={t("stay_settings.guests")}
        unit={t("stay_settings.guests_unit")}
        text={row.guests}
        fault={guestsFault}
        isFocused={isNew}
        onChange={(guests) => onChange({ ...row, guests })}
      />
      <NumberField
        label={t("stay_settings.minutes")}
        unit={t("stay_settings.minutes_unit")}
        text={row.minutes}
        fault={faults.minutes && t("stay_settings.minutes_invalid", MINUTES)}
        onChange={(minutes) => onChange({ ...row, minutes })}
      />
      <Writers of="office">
        <IconButton
          aria-label={t("stay_settings.remove", { number })}
          onClick={onRemove}
          sx={{ width: 44, height: 44 }}
        >
          <DeleteIcon />
        </IconButton>
      </Writers>
    </Box>
  );
}

interface NumberProps {
  label: string;
  unit: string;
  text: string;
  fault: string | null;
  isFocused?: boolean;
  onChange: (text: string) => void;
}

function NumberField({ label, unit, text, fault, isFocused = false, onChange }: NumberProps) {
  return (
    <TextField
      label={label}
      value={text}
      error={fault !== null}
      helperText={fault}
      inputRef={isFocused ? focusOnMount : undefined}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: "numeric", autoComplete: "off" },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
      sx={{ flex: "1 1 10rem", maxWidth: 240 }}
    />
  );
}
