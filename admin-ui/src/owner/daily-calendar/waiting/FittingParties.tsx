import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { WaitingParty } from "./WaitingParty";
import { fittingBetween } from "./model";
import { useKeptEntry } from "./use-kept-entry";
import { useOpenEntries } from "./use-open-entries";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  /** The freed time, HH:mm of the day. */
  from: string;
  till: string;
  onChanged: () => void;
}

/** Lists the waiting parties that could be seated within a freed time. */
export function FittingParties({ day, from, till, onChanged }: Props) {
  const t = useT();
  const { shown, left, keep } = useKeptEntry(fittingBetween(useOpenEntries(day), from, till));
  if (shown.length === 0) return null;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t("waiting.fitting")}
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, border: 1, borderColor: "divider", borderRadius: 1 }}>
        {shown.map((entry) => (
          <WaitingParty
            key={entry.uid}
            entry={entry}
            day={day}
            hasLeft={entry === left}
            onOpen={keep}
            onChanged={onChanged}
          />
        ))}
      </Box>
    </section>
  );
}
