import { useImperativeHandle, useRef, useState } from "react";
import type { Ref } from "react";
import EditNoteIcon from "@mui/icons-material/EditNote";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash, timeLimit, useShell } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useNoticedWrite, useUndo } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { ChangedMeanwhile, UnsavedNote, dayForm, hasDraft, useDraft } from "../drafts";
import { Writers } from "../rights";

export interface DayMemoProps {
  /** YYYY-MM-DD */
  date: string;
  memo: string;
  /** Receives the function that saves the memo. It resolves to false if the memo is not saved. */
  saving?: Ref<() => Promise<boolean>>;
  onChanged: () => void;
}

const MAX_CHARACTERS = 2000;

/** Focuses the editor when it opens. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

/** Shows and edits the memo of a day. A deleted memo can be restored. */
export function DayMemo(props: DayMemoProps) {
  return <Memo key={props.date} {...props} />;
}

function Memo({ date, memo, saving, onChanged }: DayMemoProps) {
  const t = useT();
  const { locale } = useShell();
  const { busy, write } = useNoticedWrite();
  const { offer } = useUndo();
  const form = dayForm(date);
  const [isOpen, setOpen] = useState(hasDraft(form));
  const typed = useDraft(form, { memo });
  const { draft, set, isUnsaved, discard, sent } = typed;
  const label = t("days.memo_of", { date: formatDate(date, locale) });
  const put = async (daily_memo: string, expected_daily_memo: string) => {
    const body = { restaurant_calendar_date: { daily_memo, expected_daily_memo } };
    const done = await write(() =>
      send("PATCH", "/owners/api/restaurant_calendar_dates/{id}", { path: { id: date }, body, signal: timeLimit() }),
    );
    // An error may mean that another user has changed the memo.
    onChanged();
    return done;
  };
  const cancel = () => {
    discard();
    setOpen(false);
  };
  const running = useRef<Promise<boolean> | null>(null);
  const store = async () => {
    if (typed.clashes.length > 0 || !(await put(draft.memo, memo))) return false;
    sent(draft);
    // Text that was typed meanwhile is not saved yet.
    setOpen(hasDraft(form));
    if (draft.memo.trim() === "" && memo !== "") offer({ message: t("days.memo_removed"), undo: () => put(memo, "") });
    else showFlash({ kind: "notice", message: t("days.memo_saved"), sticky: false });
    return true;
  };
  const save = () => {
    // The dialog can be closed while the memo is being saved.
    running.current ??= store().finally(() => {
      running.current = null;
    });
    return running.current;
  };
  useImperativeHandle(saving, () => save);
  if (!isOpen) {
    return (
      <Box sx={{ display: "grid", gap: 0.5, justifyItems: "start" }}>
        {memo !== "" && <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{memo}</Typography>}
        <Writers of="floor">
          <Button size="small" startIcon={<EditNoteIcon />} onClick={() => setOpen(true)}>
            {t(memo === "" ? "days.add_memo" : "days.edit_memo")}
          </Button>
        </Writers>
      </Box>
    );
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ display: "grid", gap: 1 }}
    >
      <TextField
        multiline
        inputRef={focus}
        minRows={2}
        label={label}
        value={draft.memo}
        onChange={(event) => set({ memo: event.target.value })}
        slotProps={{ htmlInput: { maxLength: MAX_CHARACTERS } }}
      />
      <ChangedMeanwhile form={typed} fields={{ memo: { label, saved: memo } }} />
      <UnsavedNote isUnsaved={isUnsaved} onDiscard={discard} />
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button type="submit" variant="contained" size="small" loading={busy} disabled={typed.clashes.length > 0}>
          {t("console.save")}
        </Button>
        <Button size="small" onClick={cancel}>
          {t("console.cancel")}
        </Button>
      </Box>
    </Box>
  );
}
