import Chip from "@mui/material/Chip";
import { useT } from "@/admin/i18n/use-t";

const COLOURS = { planned: "default", open: "primary", closed: "default", drawn: "success" } as const;

/** The state of a raffle. */
export function StageChip({ progress }: { progress: keyof typeof COLOURS }) {
  const t = useT();
  return <Chip size="small" color={COLOURS[progress]} label={t(`raffles.stage.${progress}`)} />;
}
