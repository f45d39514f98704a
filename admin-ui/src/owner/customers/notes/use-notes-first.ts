import { useRef } from "react";
import { UserFacingError } from "@seki/shared/writes";
import { useT } from "@/owner/i18n/use-t";
import { hasDraft, notesForm } from "../../drafts";
import type { SaveNotes } from "./NotesEditor";

/**
 * Saves unsaved notes about a guest before the update of a reservation. `saving` is for the guest's `NotesEditor`.
 * `saveFirst` throws if the notes are not saved; the editor then shows the reason.
 */
export function useNotesFirst(customerUid: string | null) {
  const t = useT();
  const saving = useRef<SaveNotes>(null);
  const saveFirst = async () => {
    if (customerUid === null || !hasDraft(notesForm(customerUid))) return;
    const isSaved = await saving.current?.();
    if (isSaved !== true) throw new UserFacingError(t("customer_form.notes_not_saved"));
  };
  return { saving, saveFirst };
}
