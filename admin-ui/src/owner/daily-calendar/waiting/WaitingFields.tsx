import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { minutesOfDay } from "@/console/ui/times";
import { focusOnMount } from "@/console/ui";
import { useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { emptyDraft, fieldTimeOf, untilTimes, waitingTimes, withChosen } from "./model";
import type { WaitingDraft } from "./model";

type Meals = Pick<Schemas["OwnerDailyCalendarPage"], "operations">;

interface Props {
  meals: Meals;
  draft: WaitingDraft;
  onChange: (draft: WaitingDraft) => void;
  /** The time at which the form was opened. */
  opened: Date;
}

const select = { select: { native: true }, inputLabel: { shrink: true } } as const;

/** The fields of a waiting party: day, party size, acceptable times, until when it waits, and a memo. */
export function WaitingFields({ meals, draft, onChange, opened }: Props) {
  const t = useT();
  const { restaurant } = useSession();
  const now = minutesOfDay(opened, draft.date, restaurant.time_zone);
  const times = waitingTimes(meals, now);
  const set = (change: Partial<WaitingDraft>) => onChange({ ...draft, ...change });
  /** Keeps the times that the other day has, too. */
  const setDate = (date: string) => {
    const passed = minutesOfDay(opened, date, restaurant.time_zone);
    const [empty, others] = [emptyDraft(meals, date, passed), waitingTimes(meals, passed)];
    const kept = (name: "from" | "till") => (others.includes(draft[name]) ? draft[name] : empty[name]);
    set({ date, from: kept("from"), till: kept("till"), until: "" });
  };
  const setTill = (till: string) => {
    const isWithin = now === null || untilTimes(now, till).includes(draft.until);
    set({ till, until: isWithin ? draft.until : "" });
  };
  return (
    <>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        <TextField
          type="number"
          inputRef={focusOnMount}
          label={t("reservation_facts.guests")}
          value={draft.guests}
          onChange={({ target }) => set({ guests: target.value })}
          slotProps={{ htmlInput: { min: 1, max: 99 } }}
        />
        <TextField
          type="date"
          label={t("waiting.date")}
          value={draft.date}
          onChange={({ target }) => setDate(target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: restaurant.today } }}
        />
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "1fr 1fr" }}>
        {(["from", "till"] as const).map((name) => (
          <TextField
            key={name}
            select
            label={t(`waiting.${name}`)}
            value={draft[name]}
            onChange={({ target }) => (name === "till" ? setTill(target.value) : set({ from: target.value }))}
            slotProps={select}
          >
            {withChosen(times, draft[name]).map((time) => (
              <option key={time} value={time}>
                {time}
              </option>
            ))}
          </TextField>
        ))}
      </Box>
      <Until draft={draft} now={now} onChange={(until) => set({ until })} />
      <TextField
        multiline
        minRows={2}
        label={t("reservations.memo")}
        value={draft.memo}
        onChange={({ target }) => set({ memo: target.value })}
      />
    </>
  );
}

interface UntilProps {
  draft: WaitingDraft;
  /** The minutes that have passed; null for another day than today. */
  now: number | null;
  onChange: (until: string) => void;
}

/** Until when the party waits: today one of the quarter hours to come, for another day a date and time. */
function Until({ draft, now, onChange }: UntilProps) {
  const t = useT();
  if (now === null) {
    const max = draft.date === "" || draft.till === "" ? undefined : fieldTimeOf(draft.date, draft.till);
    return (
      <TextField
        type="datetime-local"
        label={t("waiting.until")}
        helperText={t("waiting.until_help")}
        value={draft.until}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max } }}
      />
    );
  }
  const times = withChosen(untilTimes(now, draft.till), draft.until);
  return (
    <TextField
      select
      label={t("waiting.until")}
      value={draft.until}
      onChange={({ target }) => onChange(target.value)}
      slotProps={select}
    >
      <option value="">{t("waiting.until_latest")}</option>
      {times.map((time) => (
        <option key={time} value={time}>
          {time}
        </option>
      ))}
    </TextField>
  );
}
