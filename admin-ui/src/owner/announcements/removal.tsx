import DeleteIcon from "@mui/icons-material/Delete";
import { useDelete, useListContext } from "ra-core";
import { Button } from "react-admin";
import { errorText, useUndo } from "@/console/ui";
import { showFlash } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Announcement } from "./model";

export const ANNOUNCEMENTS = "announcements";

/** Returns the subject of an announcement's deletion that can still be undone: the list hides it. */
export const subjectOf = ({ id }: Announcement) => `${ANNOUNCEMENTS}/${id}`;

/**
 * Returns the function that deletes drafts. The server cannot restore them, so the calls are sent after the time to
 * undo has passed.
 */
export function useRemove(): (drafts: readonly Announcement[]) => void {
  const t = useT();
  const { offer } = useUndo();
  const [destroy] = useDelete<Announcement>();
  const onError = (error: unknown) => showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
  const send = (draft: Announcement) =>
    destroy(
      ANNOUNCEMENTS,
      { id: draft.id, previousData: draft },
      { mutationMode: "pessimistic", returnPromise: true, onError },
    ).catch(() => undefined);
  return (drafts) => {
    const count = drafts.length;
    offer({
      message: count === 1 ? t("announcements.removing") : t("announcements.removing_many", { count }),
      later: { subjects: drafts.map(subjectOf), send: () => Promise.all(drafts.map(send)) },
    });
  };
}

/** Deletes the drafts among the selected announcements. */
export function BulkRemove() {
  const t = useT();
  const { data = [], selectedIds, onUnselectItems } = useListContext<Announcement>();
  const remove = useRemove();
  const removeSelected = () => {
    const selected = data.filter(({ id }) => selectedIds.includes(id));
    const drafts = selected.filter(({ status }) => status === "draft");
    onUnselectItems();
    if (drafts.length > 0) remove(drafts);
    if (drafts.length < selected.length)
      showFlash({ kind: "alert", message: t("announcements.only_drafts"), sticky: false });
  };
  return (
    <Button label={t("announcements.remove")} color="secondary" onClick={removeSelected}>
      <DeleteIcon />
    </Button>
  );
}
