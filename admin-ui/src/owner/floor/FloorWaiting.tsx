import { useId, useState } from "react";
import CloseIcon from "@mui/icons-material/Close";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { WaitingList } from "../daily-calendar/waiting/WaitingList";
import { countsKey, countsOf } from "../daily-calendar/waiting/model";
import { useOpenEntries } from "../daily-calendar/waiting/use-open-entries";

const WIDTH = 560;

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  reload: () => Promise<void>;
}

/** Opens the waiting list over the floor. */
export function FloorWaiting({ day, reload }: Props) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const entries = useOpenEntries(day);
  const counts = countsOf(entries);
  const mayWrite = useMayWrite("floor");
  if (entries.length === 0 && !mayWrite) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={counts.fits > 0 ? "success" : "primary"}
        startIcon={<HourglassEmptyIcon />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ minHeight: 44 }}
      >
        {counts.count === 0 ? t("waiting.title") : t(`waiting.${countsKey(counts)}`, { ...counts })}
      </Button>
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: { role: "dialog", "aria-modal": true, "aria-labelledby": id, sx: { width: `min(${WIDTH}px, 100vw)` } },
        }}
      >
        <Box sx={{ display: "flex", alignItems: "center", p: 2, pb: 1 }}>
          <Typography variant="h2" id={id} sx={{ flex: 1 }}>
            {t("waiting.title")}
          </Typography>
          <IconButton aria-label={t("console.close")} onClick={() => setOpen(false)}>
            <CloseIcon />
          </IconButton>
        </Box>
        <Box
          sx={{ overflowY: "auto", p: 2, pt: 0, pb: "calc(16px + var(--connection-bar, 0px) + var(--undo-bar, 0px))" }}
        >
          <WaitingList day={day} reload={reload} isFullHeight />
        </Box>
      </Drawer>
    </>
  );
}
