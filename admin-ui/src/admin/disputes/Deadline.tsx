import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";

interface Props {
  dispute: Pick<Schemas["DisputeEntry"], "closed_at" | "answered_at" | "evidence_due_at">;
}

/** The deadline of a dispute that waits for an answer; of another one, when it was answered or decided. */
export function Deadline({ dispute }: Props) {
  const t = useT();
  const instant = useInstant();
  const { closed_at: closed, answered_at: answered, evidence_due_at: due } = dispute;
  if (closed !== null) return t("disputes.closed_at", { at: instant(closed) });
  if (answered !== null) return t("disputes.answered_at", { at: instant(answered) });
  return due === null ? t("disputes.no_deadline") : instant(due);
}
