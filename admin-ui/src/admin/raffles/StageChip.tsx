import Chip from "@mui/material/Chip";
import { useT } from "@/admin/i18n/use-t";
import { progressOf } from "./model";
import type { RaffleRound } from "./model";

const COLOURS = { planned: "default", open: "primary", closed: "default", drawn: "success" } as const;

/** The state of a raffle. */
export function StageChip({ round }: { round: RaffleRound }) {
  const t = useT();
  const progress = progressOf(round);
  return <Chip size="small" color={COLOURS[progress]} label={t(`raffles.stage.${progress}`)} />;
}
