import Chip from "@mui/material/Chip";
import { useT } from "@/admin/i18n/use-t";
import { progressOf } from "./model";
import type { RaffleRound } from "./model";

const COLOURS = { planned: "default", open: "primary", closed: "default", drawn: "success" } as const;

/** How far a raffle is. */
export function StageChip({ round }: { round: RaffleRound }) {
  const t = useT();
  const progress = progressOf(round);
  return <Chip size="small" color={COLOURS[progress]} label={t(`raffles.stage.${progress}`)} />;
}
