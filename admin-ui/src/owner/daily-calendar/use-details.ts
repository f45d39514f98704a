import useMediaQuery from "@mui/material/useMediaQuery";
import { useStoredChoice } from "@/console/ui";

/** By default the width of the window decides. */
const CHOICES = ["auto", "shown", "hidden"] as const;
const WIDE = "(min-width: 1200px)";

/** Whether the details above a day's board are shown: remarks, summary and pacing. */
export interface Details {
  isShown: boolean;
  onToggle: () => void;
}

/**
 * Returns whether the details are shown. On tablets and phones they are hidden by default. The browser remembers the
 * last choice.
 */
export function useDetails(): Details {
  const [choice, choose] = useStoredChoice("owner_day_details", CHOICES);
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const isShown = choice === "auto" ? isWide : choice === "shown";
  return { isShown, onToggle: () => choose(isShown ? "hidden" : "shown") };
}
