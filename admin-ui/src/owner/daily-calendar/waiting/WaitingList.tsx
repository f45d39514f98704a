import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import { useMayWrite } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { AddToWaitingList } from "./AddToWaitingList";
import { WaitingParty } from "./WaitingParty";
import { inOrder } from "./model";
import { useWaiting } from "./use-waiting";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  reload: () => Promise<void>;
}

/** Lists the parties that wait for seats on the day. Parties for which seats are free come first. */
export function WaitingList({ day, reload }: Props) {
  const t = useT();
  const mayWrite = useMayWrite("floor");
  const { entries: all, isError, refetch } = useWaiting(day);
  const entries = inOrder(all);
  const count = entries.filter(({ state }) => state === "waiting").length;
  const [isAdding, setAdding] = useState(false);
  const changed = () => {
    refetch();
    void reload();
  };
  if (entries.length === 0 && !isError && !mayWrite) return null;
  return (
    <Box component="section" aria-label={t("waiting.title")} sx={{ mb: 1, displayPrint: "none" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        {entries.length > 0 && (
          <Typography component="h2" sx={{ fontSize: "0.95rem", fontWeight: 700 }}>
            {count > 0 ? t("waiting.count", { count }) : t("waiting.title")}
          </Typography>
        )}
        {mayWrite && (
          <Button size="small" startIcon={<HourglassEmptyIcon />} onClick={() => setAdding(true)}>
            {t("waiting.add")}
          </Button>
        )}
      </Box>
      {isError && <Alert severity="warning">{t("console.fetch_failed")}</Alert>}
      {entries.length > 0 && (
        <Box
          component="ul"
          sx={{
            listStyle: "none",
            p: 0,
            m: 0,
            maxHeight: 260,
            overflowY: "auto",
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            bgcolor: "background.paper",
          }}
        >
          {entries.map((entry) => (
            <WaitingParty key={entry.uid} entry={entry} day={day} onChanged={changed} />
          ))}
        </Box>
      )}
      {isAdding && (
        <AddToWaitingList
          day={day}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            refetch();
          }}
        />
      )}
    </Box>
  );
}
