import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { NeedsConnection } from "../offline/NeedsConnection";
import { AddToWaitingList } from "./AddToWaitingList";
import { WaitingParty } from "./WaitingParty";
import { countsOf } from "./model";
import { useKeptEntry } from "./use-kept-entry";
import { useOpenEntries } from "./use-open-entries";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  reload: () => Promise<void>;
  /** Whether the list may grow with its parties. On the day's page it scrolls, because the grid follows. */
  isFullHeight?: boolean;
}

/** Lists the parties that wait for seats on the day. Parties for which seats are free come first. */
export function WaitingList({ day, reload, isFullHeight = false }: Props) {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const entries = useOpenEntries(day);
  const { count } = countsOf(entries);
  const { shown, left, keep } = useKeptEntry(entries);
  const [isAdding, setAdding] = useState(false);
  const changed = () => void reload();
  if (shown.length === 0 && !mayWrite) return null;
  return (
    <Box component="section" aria-label={t("waiting.title")} sx={{ mb: 1, displayPrint: "none" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        {shown.length > 0 && (
          <Typography component="h2" sx={{ fontSize: "0.95rem", fontWeight: 700 }}>
            {count > 0 ? t("waiting.count", { count }) : t("waiting.title")}
          </Typography>
        )}
        {mayWrite && (
          <NeedsConnection>
            <Button size="small" startIcon={<HourglassEmptyIcon />} onClick={() => setAdding(true)}>
              {t("waiting.add")}
            </Button>
          </NeedsConnection>
        )}
      </Box>
      {shown.length > 0 && (
        <Box component="ul" sx={[list, !isFullHeight && { maxHeight: 260, overflowY: "auto" }]}>
          {shown.map((entry) => (
            <WaitingParty
              key={entry.uid}
              entry={entry}
              day={day}
              hasLeft={entry === left}
              onOpen={keep}
              onChanged={changed}
            />
          ))}
        </Box>
      )}
      {isAdding && (
        <AddToWaitingList
          day={day}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            changed();
          }}
        />
      )}
    </Box>
  );
}

const list = {
  listStyle: "none",
  p: 0,
  m: 0,
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
} as const;
