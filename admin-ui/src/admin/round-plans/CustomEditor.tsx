import { useState } from "react";
import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useFirstField } from "@/console/ui";
import { HOURS, MINUTES, isEffective, problemOf, withRound } from "./model/rounds";
import type { Round, RoundForm } from "./model/rounds";
import { Choice } from "./Choice";
import { roundText } from "./words";

interface Props {
  rounds: Round[];
  /** The restaurant's day, and its local time in the format of starts. */
  today: string;
  now: string;
  onChange: (rounds: Round[]) => void;
}

const two = (number: number) => [number, String(number).padStart(2, "0")] as const;

/** The rounds of a custom plan, in the order of their starts (admin §5). */
export function CustomEditor({ rounds, today, now, onChange }: Props) {
  const t = useT();
  const { locale } = useShell();
  const [form, setForm] = useState<RoundForm>({ start: "", hour: 10, minute: 0, end: "" });
  const [around, goOn] = useFirstField<HTMLDivElement>();
  const problem = problemOf(rounds, form, today);
  const date = (label: string, name: "start" | "end", min: string) => (
    <TextField
      type="date"
      size="small"
      label={label}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      slotProps={{ htmlInput: { min }, inputLabel: { shrink: true } }}
    />
  );
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {rounds.length === 0 && <Typography color="text.secondary">{t("rounds.no_rounds")}</Typography>}
      <List dense disablePadding>
        {rounds.map((round) => (
          <ListItem
            key={round.effective_at}
            disableGutters
            divider
            secondaryAction={
              <IconButton
                aria-label={t("rounds.remove", { what: roundText(round, locale, t) })}
                onClick={() => onChange(rounds.filter((other) => other !== round))}
              >
                <DeleteIcon />
              </IconButton>
            }
          >
            <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "center" }}>
              <ListItemText primary={roundText(round, locale, t)} sx={{ flex: "0 1 auto" }} />
              {isEffective(round, now) && <Chip size="small" color="success" label={t("rounds.effective")} />}
            </Box>
          </ListItem>
        ))}
      </List>
      <Box ref={around} sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "start" }}>
        {date(t("rounds.start"), "start", today)}
        <Choice
          label={t("rounds.hour")}
          value={form.hour}
          choices={HOURS.map(two)}
          onChange={(hour) => setForm({ ...form, hour })}
        />
        <Choice
          label={t("rounds.minute")}
          value={form.minute}
          choices={MINUTES.map(two)}
          onChange={(minute) => setForm({ ...form, minute })}
        />
        {date(t("rounds.end"), "end", form.start || today)}
        <Button
          variant="outlined"
          disabled={problem !== null}
          onClick={(press) => {
            onChange(withRound(rounds, form));
            setForm({ ...form, start: "", end: "" });
            goOn(press);
          }}
        >
          {t("rounds.add")}
        </Button>
      </Box>
      <FormHelperText role="status" error={problem !== null && problem !== "empty"} sx={{ m: 0, minHeight: "1.7em" }}>
        {problem && t(`rounds.problem.${problem}`)}
      </FormHelperText>
    </Box>
  );
}
