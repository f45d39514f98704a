import Box from "@mui/material/Box";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";

/** Error text of the nightly data check if it found violations. */
const FOUND = /^(\d+) rows violate an invariant: seki verify shows them$/;

/** The result of a schedule's last run. */
export function Outcome({ schedule }: { schedule: Schemas["Schedule"] }) {
  const t = useT();
  const { ran_at, ran_error, ran_done } = schedule;
  if (ran_error === null) return ran_at === null ? null : t("system.done", { count: ran_done ?? 0 });
  const found = FOUND.exec(ran_error)?.[1];
  if (found !== undefined) return t("system.found_amiss", { count: Number(found) });
  return (
    <>
      {t("system.failed")} <Quoted text={ran_error} />
    </>
  );
}

/** A text of the system, which is English in both languages. */
export function Quoted({ text }: { text: string }) {
  return (
    <Box component="q" lang="en" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
      {text}
    </Box>
  );
}
