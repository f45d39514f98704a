import { createContext, useContext, useMemo, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { Link, useLocation } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { useNarrowing } from "@/admin/navigation";
import { isReversed } from "@/console/ui";

/** Messages for invalid conditions, by field name. */
const Problems = createContext<Readonly<Record<string, string>>>({});

/** The conditions of a list. Filled fields are stored in the address. */
export function FilterForm({ children }: { children: ReactNode }) {
  const t = useT();
  const { refused, narrow } = useNarrowing();
  const [areReversed, setReversed] = useState(false);
  const { pathname, search } = useLocation();
  const problems = useMemo(
    () => (areReversed ? { date_till: t("console.dates_reversed") } : refused),
    [areReversed, refused, t],
  );
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = [...new FormData(event.currentTarget)].filter(
      (pair): pair is [string, string] => typeof pair[1] === "string" && pair[1].trim() !== "",
    );
    const { date_from = "", date_till = "" } = Object.fromEntries(asked);
    setReversed(isReversed(date_from, date_till));
    if (!isReversed(date_from, date_till)) void narrow(`${pathname}?${new URLSearchParams(asked)}`);
  };
  return (
    <Box
      key={search}
      component="form"
      role="search"
      onSubmit={submit}
      sx={{
        display: "grid",
        gap: 1.5,
        alignItems: "start",
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(auto-fit, minmax(9rem, 1fr))" },
        mb: 2,
      }}
    >
      <Problems value={problems}>{children}</Problems>
      <Box
        sx={{
          display: "flex",
          gap: 1,
          whiteSpace: "nowrap",
          // Two buttons are wider than a field.
          gridColumn: { xs: "1 / -1", md: search === "" ? "auto" : "span 2" },
        }}
      >
        <Button type="submit" variant="contained">
          {t("sections.filter")}
        </Button>
        {search !== "" && (
          <Button component={Link} to={pathname}>
            {t("sections.clear")}
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string | null;
}

/** A field of the conditions, by default a text field. */
export function FilterField({ name, label, value, type = "search" }: FieldProps & { type?: "search" | "date" }) {
  const problem = useContext(Problems)[name];
  return (
    <TextField
      size="small"
      name={name}
      type={type}
      label={label}
      defaultValue={value ?? ""}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={type === "search" ? { gridColumn: { xs: "1 / -1", md: "span 2" } } : undefined}
    />
  );
}

interface ChoiceProps extends FieldProps {
  /** Label of the option without a condition. */
  all: string;
  choices: readonly (readonly [value: string, label: string])[];
}

export function FilterChoice({ name, label, value, all, choices }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      name={name}
      label={label}
      defaultValue={value ?? ""}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{all}</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
