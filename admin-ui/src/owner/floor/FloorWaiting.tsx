import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import Button from "@mui/material/Button";
import type { Schemas } from "@/owner/api";
import { useMayWrite } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { SidePane } from "../daily-calendar/pane/SidePane";
import { WaitingList } from "../daily-calendar/waiting/WaitingList";
import { countsKey, countsOf } from "../daily-calendar/waiting/model";
import { useOpenEntries } from "../daily-calendar/waiting/use-open-entries";

interface ButtonProps {
  day: Schemas["OwnerDailyCalendarPage"];
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes the waiting list of the floor, and shows the number of its parties. */
export function FloorWaitingButton({ day, isOpen, onToggle }: ButtonProps) {
  const t = useT();
  const counts = countsOf(useOpenEntries(day));
  if (!useHasList(day)) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      color={counts.fits > 0 ? "success" : "primary"}
      startIcon={<HourglassEmptyIcon />}
      aria-expanded={isOpen}
      onClick={onToggle}
      sx={{ minHeight: 44 }}
    >
      {counts.count === 0 ? t("waiting.title") : t(`waiting.${countsKey(counts)}`, { ...counts })}
    </Button>
  );
}

interface PaneProps {
  day: Schemas["OwnerDailyCalendarPage"];
  isOpen: boolean;
  onClose: () => void;
  reload: () => Promise<void>;
}

/** The waiting list in a pane next to the floor, whose tables remain usable. */
export function FloorWaitingPane({ day, isOpen, onClose, reload }: PaneProps) {
  const t = useT();
  const isShown = useHasList(day) && isOpen;
  return (
    <SidePane
      shown={isShown ? "waiting" : null}
      title={t("waiting.title")}
      closeLabel={t("console.close")}
      onClose={onClose}
    >
      <WaitingList day={day} reload={reload} isFullHeight />
    </SidePane>
  );
}

/** Reports whether the day has a waiting list to show. An empty list is shown only to staff who may add to it. */
function useHasList(day: Schemas["OwnerDailyCalendarPage"]): boolean {
  const mayWrite = useMayWrite("floor");
  return useOpenEntries(day).length > 0 || mayWrite;
}
