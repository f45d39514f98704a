import { useState } from "react";
import type { FormEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { minutesOfDay } from "@/console/ui/times";
import { send, serverNow, showFlash, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { FormModal, useWrite } from "@/console/ui";
import { EditConflict, useTheirs } from "@/console/ui/forms";
import { LeftNote } from "./LeftNote";
import { WaitingFields } from "./WaitingFields";
import { changeOf, draftOf, fieldsOf } from "./model";
import type { EntryFields, WaitingDraft, WaitingEntry } from "./model";

interface Props {
  entry: WaitingEntry;
  day: Schemas["OwnerDailyCalendarPage"];
  hasLeft: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the request of a waiting party. A value that a colleague has saved meanwhile is shown next to it. */
export function EditWaitingParty({ entry, day, hasLeft, onClose, onSaved }: Props) {
  const t = useT();
  const { restaurant } = useSession();
  const [opened] = useState(serverNow);
  const [shown] = useState(() => fieldsOf(entry, day.date));
  const isToday = (date: string) => minutesOfDay(opened, date, restaurant.time_zone) !== null;
  const [first] = useState(() => draftOf(shown, isToday(shown.date)));
  const [draft, setDraft] = useState(first);
  const theirs = useTheirs();
  const { busy, problem, write } = useWrite({ handles: theirs.read });
  const saved: EntryFields = { ...shown, ...theirs.values };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = changeOf(first, draft, saved);
    if (body === null) {
      onClose();
      return;
    }
    void write(async () => {
      const { message } = await send("PUT", "/owners/api/waiting_list/{uid}", { path: { uid: entry.uid }, body });
      showFlash({ kind: "notice", message, sticky: false });
      onSaved();
    });
  };
  const savedDraft = draftOf(saved, isToday(saved.date));
  return (
    <FormModal
      title={t("waiting.edit")}
      about={entry.customer_name || t("reservation_dialog.nameless")}
      onClose={onClose}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "contents" }}>
        <DialogContent sx={{ display: "grid", gap: 2, alignContent: "start", pt: "8px !important" }}>
          {hasLeft && <LeftNote />}
          {problem && <Alert severity="error">{problem}</Alert>}
          {theirs.undecided.map((name) => (
            <Conflict
              key={name}
              name={name}
              saved={savedDraft}
              onDecide={(taken) => {
                if (taken !== null) setDraft({ ...draft, [taken]: savedDraft[taken] });
                theirs.decide(name);
              }}
            />
          ))}
          <WaitingFields meals={day} draft={draft} onChange={setDraft} opened={opened} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t("console.cancel")}</Button>
          <Button type="submit" variant="contained" loading={busy} disabled={theirs.undecided.length > 0}>
            {t("waiting.save_changes")}
          </Button>
        </DialogActions>
      </Box>
    </FormModal>
  );
}

/** The fields of the form by the names of the calls. */
const FIELDS: Partial<Record<string, keyof WaitingDraft>> = {
  date: "date",
  starts_from: "from",
  starts_till: "till",
  guests_count: "guests",
  waits_until: "until",
  internal_memo: "memo",
};

function labelOf(field: keyof WaitingDraft, t: Translate): string {
  switch (field) {
    case "guests":
      return t("reservation_facts.guests");
    case "memo":
      return t("reservations.memo");
    default:
      return t(`waiting.${field}`);
  }
}

interface ConflictProps {
  name: string;
  saved: WaitingDraft;
  /** Called with the field if the user takes its saved value, or else with null. */
  onDecide: (taken: keyof WaitingDraft | null) => void;
}

/** Lets the user choose between the own value of a field and the one that a colleague has saved. */
function Conflict({ name, saved, onDecide }: ConflictProps) {
  const t = useT();
  const field = FIELDS[name];
  if (field === undefined) return null;
  const value = saved[field];
  const text = field === "until" && value === "" ? t("waiting.until_latest") : value.replace("T", " ");
  return (
    <EditConflict
      title={t("drafts.changed", { label: labelOf(field, t) })}
      saved={field === "memo" ? value : text}
      onKeepMine={() => onDecide(null)}
      onTakeTheirs={() => onDecide(field)}
    />
  );
}
