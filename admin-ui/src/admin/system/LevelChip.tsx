import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import ErrorIcon from "@mui/icons-material/Error";
import WarningIcon from "@mui/icons-material/Warning";
import Chip from "@mui/material/Chip";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";

export type Level = Schemas["Level"];

export const COLOURS = { good: "success", watch: "warning", bad: "error" } as const;
export const ICONS = { good: CheckCircleIcon, watch: WarningIcon, bad: ErrorIcon };

/** A level as colour, icon and text. */
export function LevelChip({ level }: { level: Level }) {
  const t = useT();
  const Icon = ICONS[level];
  const variant = level === "good" ? "outlined" : "filled";
  return (
    <Chip size="small" variant={variant} color={COLOURS[level]} icon={<Icon />} label={t(`system.level.${level}`)} />
  );
}
