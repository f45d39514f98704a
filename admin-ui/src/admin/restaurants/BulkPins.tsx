import PushPinIcon from "@mui/icons-material/PushPin";
import PushPinOutlinedIcon from "@mui/icons-material/PushPinOutlined";
import { useListContext, useUpdateMany } from "ra-core";
import { Button } from "react-admin";
import { showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText, useUndo } from "@/console/ui";
import type { Listed } from "./list-address";
import { RESTAURANTS } from "./list-address";

/** Pins the selected restaurants, or unpins them. Undo is the inverse call. */
export function BulkPins() {
  const t = useT();
  const { offer } = useUndo();
  const { data = [], selectedIds, onUnselectItems, refetch } = useListContext<Listed>();
  const [updateMany, { isPending }] = useUpdateMany();
  const onError = (error: unknown) => showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
  const setPins = (rows: readonly Listed[], is_admin_pinned: boolean, onSuccess: () => void) =>
    updateMany(
      RESTAURANTS,
      { ids: rows.map(({ id }) => id), data: { is_admin_pinned }, meta: { rows } },
      { mutationMode: "pessimistic", onError, onSuccess, onSettled: () => void refetch() },
    );
  const pin = (isPinned: boolean) => {
    const rows = data.filter(({ id, is_admin_pinned }) => selectedIds.includes(id) && is_admin_pinned !== isPinned);
    onUnselectItems();
    if (rows.length === 0) return;
    const message = t(isPinned ? "restaurants.pinned_many" : "restaurants.unpinned_many", { count: rows.length });
    void setPins(rows, isPinned, () => offer({ message, undo: () => setPins(rows, !isPinned, () => undefined) }));
  };
  return (
    <>
      <Button label={t("restaurants.pin_selected")} disabled={isPending} onClick={() => pin(true)}>
        <PushPinIcon />
      </Button>
      <Button label={t("restaurants.unpin_selected")} disabled={isPending} onClick={() => pin(false)}>
        <PushPinOutlinedIcon />
      </Button>
    </>
  );
}
