import { useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import type { Ref } from "react";
import EditNoteIcon from "@mui/icons-material/EditNote";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { joiner } from "@/console/i18n/page-language";
import { send, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { changeOf, draftOf } from "../model/change";
import { ChangedMeanwhile, UnsavedNote, hasDraft, notesForm, reservationForm, showIn, useDraft } from "../../drafts";
import { RefusalAlert } from "../Refusal";
import { useCustomerSave } from "../use-customer-save";
import { notesOf } from "./draft";
import { guestNotes } from "./guest-notes";
import { NotesFields } from "./NotesFields";

/** Saves the unsaved notes. Resolves to false if they are not saved; the editor then shows the reason. */
export type SaveNotes = () => Promise<boolean>;

interface Props {
  uid: string;
  /** The reservation whose pane shows the editor. Its block is marked while there is unsaved input. */
  reservationUid?: string;
  /** Receives the function that a main button outside the editor calls first while there is unsaved input. */
  saving?: Ref<SaveNotes>;
  onDone: () => void;
}

/** Edits allergies, dislikes and tags of a known guest, in the dialog of a booking and in the pane. */
export function NotesEditor({ uid, reservationUid, saving, onDone }: Props) {
  const t = useT();
  useEffect(() => {
    if (reservationUid !== undefined) showIn(notesForm(uid), reservationForm(reservationUid));
  }, [uid, reservationUid]);
  const region = useId();
  const [isOpen, setOpen] = useState(hasDraft(notesForm(uid)));
  // A closed editor with unsaved input stays, because a main button saves it.
  const isKept = isOpen || hasDraft(notesForm(uid));
  const { data, isError } = useQuery({ ...guestNotes(uid), enabled: isKept });
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: guestNotes(uid).queryKey });
  const form = useRef<SaveNotes>(null);
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(saving, () => async () => {
    if (form.current === null) readAgain();
    const isSaved = (await form.current?.()) ?? false;
    if (!isSaved) {
      setOpen(true);
      box.current?.scrollIntoView({ block: "nearest" });
    }
    return isSaved;
  });
  const finish = () => {
    setOpen(false);
    readAgain();
    onDone();
  };
  return (
    <Box ref={box} sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Button
        size="small"
        startIcon={<EditNoteIcon />}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {t("customer_form.note_table")}
      </Button>
      <Box id={region} hidden={!isOpen} sx={{ width: "100%" }}>
        {isKept && isError && <Alert severity="error">{t("customer_form.edit_failed")}</Alert>}
        {isKept && data && (
          <NotesForm customer={data.customer} saving={form} onSaved={finish} onOvertaken={readAgain} />
        )}
      </Box>
    </Box>
  );
}

interface FormProps {
  customer: Schemas["CustomerCard"];
  saving: Ref<SaveNotes>;
  onSaved: () => void;
  onOvertaken: () => void;
}

function NotesForm({ customer, saving, onSaved, onOvertaken }: FormProps) {
  const t = useT();
  const saved = notesOf(customer);
  const form = useDraft(notesForm(customer.uid), saved);
  const { draft: notes, set, isUnsaved, discard, sent } = form;
  const fields = {
    noted_allergies: { label: t("customer_form.allergies"), saved: saved.noted_allergies },
    noted_dislikes: { label: t("customer_form.dislikes"), saved: saved.noted_dislikes },
    tags: { label: t("customer_form.tags"), saved: saved.tags.map(({ label }) => label).join(joiner()) },
  };
  const done = () => {
    sent(notes);
    onSaved();
  };
  const { errors, problem, busy, save } = useCustomerSave("customer_form.edit_failed", done, onOvertaken);
  const running = useRef<Promise<boolean> | null>(null);
  const store = async () => {
    if (form.clashes.length > 0) return false;
    const draft = { ...draftOf(customer), ...notes };
    const body = { customer: changeOf(draft, customer.customer_group_id, customer) };
    const path = { uid: customer.uid };
    const patch = () => send("PATCH", "/owners/api/customers/{uid}", { path, body, signal: timeLimit() });
    return (await save(patch)) === true;
  };
  const submit = () => {
    // A main button can be pressed while the notes are being saved.
    running.current ??= store().finally(() => {
      running.current = null;
    });
    return running.current;
  };
  useImperativeHandle(saving, () => submit);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The editor may be inside the form of a booking dialog.
        event.stopPropagation();
        void submit();
      }}
      sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}
    >
      {problem !== null && <RefusalAlert refusal={problem} />}
      <NotesFields notes={notes} errors={errors} onChange={set} />
      <ChangedMeanwhile form={form} fields={fields} />
      <UnsavedNote isUnsaved={isUnsaved} onDiscard={discard} />
      <Button
        type="submit"
        variant="outlined"
        loading={busy}
        disabled={form.clashes.length > 0}
        sx={{ justifySelf: "start" }}
      >
        {t("console.save")}
      </Button>
    </Box>
  );
}
