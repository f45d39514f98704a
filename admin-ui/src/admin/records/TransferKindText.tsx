import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";

/** The reason of a ledger transfer. */
export function TransferKindText({ kind }: { kind: Schemas["TransferKind"] }) {
  return useT()(`records.transfer_kind.${kind}`);
}
