import { useRef, useState } from "react";
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
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { focusOnMount, useReportChanged, useWrite, modalErrorText } from "@/console/ui";
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
  const { busy, problem, error, write } = useWrite({ words: (refused) => modalErrorText(refused, t) });
  const [rows, setRows] = useState(() => rowsByMeal(meals));
  const of = ({ operation }: Meal) => rows[operation] ?? [];
  const isInvalid = meals.some((meal) => staysOf(of(meal)) === null);
  const isChanged = meals.some((meal) => JSON.stringify(staysOf(of(meal))) !== JSON.stringify(sizesOf(meal)));
  const save = () =>
    write(async () => {
      const stays = Object.fromEntries(meals.map((meal) => [meal.operation, staysOf(of(meal)) ?? []]));
      const expected_stays = Object.fromEntries(meals.map((meal) => [meal.operation, sizesOf(meal)]));
      const path = { slug: session.restaurant.slug };
      await send("PUT", "/owners/api/stays/{slug}", { path, body: { stays, expected_stays } });
      showFlash({ kind: "notice", message: t("stay_settings.saved"), sticky: false });
      await reload();
    });
  // Another user has saved meanwhile.
  const isStale = error instanceof ApiError && error.status === 409;
  const change = (meal: Meal, next: readonly StayRow[]) => setRows({ ...rows, [meal.operation]: next });
  return { of, change, save, isInvalid, isChanged, isStale, isBusy: busy, problem, takeLatest: () => void reload() };
}

/** The stored stays of a meal, in the form in which they are sent. */
function sizesOf({ stays }: Meal): Schemas["UsualStay"][] {
  return stays.map(({ from_guests, stay_minutes }) => ({ from_guests, stay_minutes }));
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
        if (!form.isInvalid) void form.save();
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
      {form.problem !== null && (
        <Alert
          severity="error"
          action={
            form.isStale && (
              <Button color="inherit" size="small" onClick={form.takeLatest}>
                {t("stay_settings.reload")}
              </Button>
            )
          }
        >
          {form.problem}
        </Alert>
      )}
      {meals.map((meal) => (
        <MealFields
          key={meal.operation}
          meal={meal}
          rows={form.of(meal)}
          onChange={(rows) => form.change(meal, rows)}
        />
      ))}
      <Writers of="office">
        <Button
          type="submit"
          variant="contained"
          loading={form.isBusy}
          disabled={form.isInvalid}
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
