import DeleteIcon from "@mui/icons-material/Delete";
import { useListContext } from "ra-core";
import { Button } from "react-admin";
import type { MemberActions } from "@/console/staff";
import { useAsk, useNoticedWrite } from "@/console/ui";
import { showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

type Member = Schemas["OwnerStaffEntry"];

interface Props {
  may: MemberActions["may"];
  remove: (id: number) => Promise<unknown>;
  onChanged: () => Promise<void>;
}

/** Removes the selected members after a question that names them. They cannot be restored: it signs them out. */
export function BulkRemove({ may, remove, onChanged }: Props) {
  const t = useT();
  const ask = useAsk();
  const { busy, write } = useNoticedWrite();
  const { data = [], selectedIds, onUnselectItems } = useListContext<Member>();
  const selected = data.filter(({ id, role }) => selectedIds.includes(id) && may(role));
  const removeSelected = async () => {
    const isAgreed = await ask({
      title: t("staff_list.remove_title", { count: selected.length }),
      text: selected.map(({ nickname }) => nickname).join(t("customer_merge.separator")),
      agree: t("staff.remove"),
      danger: true,
    });
    if (!isAgreed) return;
    await write(async () => {
      for (const { id } of selected) await remove(id);
      showFlash({ kind: "notice", message: t("staff_list.removed", { count: selected.length }), sticky: false });
    });
    onUnselectItems();
    await onChanged();
  };
  return (
    <Button
      label={t("staff.remove")}
      color="secondary"
      disabled={busy || selected.length === 0}
      onClick={() => void removeSelected()}
    >
      <DeleteIcon />
    </Button>
  );
}
