import DeleteIcon from "@mui/icons-material/Delete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCreate, useDelete, useListContext } from "ra-core";
import { Button as BulkButton } from "react-admin";
import { useUndo } from "@/console/ui";
import { showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { BLACKLIST } from "./BlacklistDialog";

type Listed = Schemas["BlacklistedNumber"];

/**
 * Returns a function that removes numbers immediately, one after the other. Undo adds the removed ones again, also if
 * others could not be removed.
 */
function useRemove(): (numbers: readonly Listed[]) => void {
  const t = useT();
  const { offer } = useUndo();
  const { refetch } = useListContext();
  const [destroy] = useDelete<Listed>();
  const [create] = useCreate();
  const onError = () => {
    showFlash({ kind: "alert", message: t("blacklist.failed"), sticky: false });
    void refetch();
  };
  const putBack = async (numbers: readonly Listed[]) => {
    for (const { phone_country, phone_local_number, internal_memo } of numbers) {
      const data = { phone_country, phone_local_number, internal_memo };
      await create(BLACKLIST, { data }, { onError, returnPromise: true }).catch(() => undefined);
    }
  };
  const send = async (listed: Listed) => {
    const params = { id: listed.id, previousData: listed };
    try {
      await destroy(BLACKLIST, params, { mutationMode: "pessimistic", returnPromise: true });
      return true;
    } catch {
      return false;
    }
  };
  const removeEach = async (numbers: readonly Listed[]) => {
    const removed: Listed[] = [];
    for (const listed of numbers) if (await send(listed)) removed.push(listed);
    if (removed.length < numbers.length) onError();
    if (removed.length === 0) return;
    const phone = removed.map((listed) => withHyphens(listed.display_phone_number)).join(" ");
    offer({ message: t("blacklist.removed", { phone }), undo: () => putBack(removed) });
  };
  return (numbers) => void removeEach(numbers);
}

/** Removes the selected numbers. */
export function BulkRemove() {
  const t = useT();
  const { data = [], selectedIds, onUnselectItems } = useListContext<Listed>();
  const remove = useRemove();
  const removeSelected = () => {
    onUnselectItems();
    remove(data.filter(({ id }) => selectedIds.includes(id)));
  };
  return (
    <BulkButton label={t("blacklist.remove")} color="secondary" onClick={removeSelected}>
      <DeleteIcon />
    </BulkButton>
  );
}

export function RowActions({ listed, onEdit }: { listed: Listed; onEdit: () => void }) {
  const t = useT();
  const remove = useRemove();
  const phone = withHyphens(listed.display_phone_number);
  return (
    <Box sx={{ display: "flex", gap: 1, justifyContent: { lg: "flex-end" } }}>
      <Button size="small" onClick={onEdit} aria-label={t("blacklist.edit_one", { phone })}>
        {t("blacklist.edit")}
      </Button>
      <Button
        size="small"
        color="secondary"
        onClick={() => remove([listed])}
        aria-label={t("blacklist.remove_one", { phone })}
      >
        {t("blacklist.remove")}
      </Button>
    </Box>
  );
}
