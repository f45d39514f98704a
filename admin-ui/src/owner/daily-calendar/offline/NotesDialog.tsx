import { useId } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { formatDate, formatTime } from "@seki/shared/civil-time";
import { serverNow } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { Dialog, useAsk } from "@/console/ui";
import { choicesOf, decideNote, dropNote, heldOf } from "../../offline";
import type { Choice, Note } from "../../offline";
import { OtherSeats } from "./OtherSeats";
import { useOffline, useNotes } from "./use-offline";
import { noteLabel, currentState } from "./labels";

interface Props {
  /** The day from the server, without offline notes. */
  day: Schemas["OwnerDailyCalendarPage"];
  onClose: () => void;
}

/** Lists the unsent notes in order, with the choices for each conflict. */
export function NotesDialog({ day, onClose }: Props) {
  const t = useT();
  const id = useId();
  const { waiting } = useNotes();
  const held = heldOf(waiting);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t("offline.list")}</DialogTitle>
      <DialogContent dividers sx={{ p: 0 }}>
        {waiting.length === 0 ? (
          <Typography sx={{ p: 3 }}>{t("offline.empty")}</Typography>
        ) : (
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {waiting.map((note) => (
              <Waiting key={note.id} note={note} day={day} isHeld={held.has(note.id)} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t("console.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Waiting({ note, day, isHeld }: { note: Note; day: Props["day"]; isHeld: boolean }) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const zone = session.restaurant.time_zone;
  const words = noteLabel(note, day, t);
  const isElsewhere = note.date !== day.date || note.slug !== session.restaurant.slug;
  const choices = choicesOf(note);
  return (
    <Box
      component="li"
      sx={{ display: "grid", gap: 1, px: 3, py: 1.5, borderBottom: 1, borderColor: "divider" }}
      aria-label={words}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, alignItems: "center" }}>
        <Box sx={{ flex: "1 1 220px", minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: "anywhere" }}>{words}</Typography>
          <Typography variant="body2" color="text.secondary">
            {isElsewhere && `${formatDate(note.date, locale)} `}
            {t("offline.noted_at", { time: formatTime(note.happenedAt, locale, zone) })}
            {isHeld && ` · ${t("offline.held")}`}
          </Typography>
        </Box>
        {note.problem === null && <Drop note={note} words={words} />}
      </Box>
      {note.problem !== null && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {note.problem.message}
          <br />
          {!isElsewhere &&
            t("offline.now", { state: currentState(note, day, { now: serverNow(), timeZone: zone }, t) })}
        </Alert>
      )}
      {choices.includes("other_seats") && note.kind === "walk_in" && <OtherSeats note={note} day={day} />}
      {note.problem !== null && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {choices.filter(isOneStep).map((choice) => (
            <Decide key={choice} choice={choice} note={note} />
          ))}
          <Drop note={note} words={words} />
        </Box>
      )}
    </Box>
  );
}

function Drop({ note, words }: { note: Note; words: string }) {
  const t = useT();
  const ask = useAsk();
  const label = t(note.problem === null ? "offline.take_back" : "offline.choice.drop");
  const drop = async () => {
    const question = { title: label, text: t("offline.drop_text", { what: words }), agree: label, danger: true };
    // A conflicting note records a real event and would be lost, so the user must confirm.
    if (note.problem === null || (await ask(question))) await dropNote(note);
  };
  return (
    <Button size="small" color="secondary" aria-label={`${label} ${words}`} onClick={() => void drop()}>
      {label}
    </Button>
  );
}

type OneStep = Exclude<Choice, "other_seats" | "drop">;

function isOneStep(choice: Choice): choice is OneStep {
  return choice !== "other_seats" && choice !== "drop";
}

const DECISIONS: Record<OneStep, () => Parameters<typeof decideNote>[1]> = {
  again: () => ({}),
  // Omits the expected state: the step is recorded whatever the current one is.
  anyway: () => ({ from: undefined }),
  as_of_now: () => ({ happenedAt: serverNow().toISOString() }),
};

function Decide({ choice, note }: { choice: OneStep; note: Note }) {
  const t = useT();
  const { isDisconnected } = useOffline();
  return (
    <Button
      size="small"
      variant="contained"
      disabled={isDisconnected}
      onClick={() => void decideNote(note, DECISIONS[choice]())}
    >
      {t(`offline.choice.${choice}`)}
    </Button>
  );
}
