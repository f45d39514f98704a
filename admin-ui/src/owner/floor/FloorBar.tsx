import EditIcon from "@mui/icons-material/Edit";
import ScheduleIcon from "@mui/icons-material/Schedule";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Slider from "@mui/material/Slider";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { clockOf, minutesOf } from "@/console/ui/times";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { NeedsConnection } from "../daily-calendar/offline/NeedsConnection";
import { Writers } from "../rights";
import { FloorWaitingButton } from "./FloorWaiting";
import type { Moment } from "./model/occupancy";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  moment: Moment;
  /** Receives null for the present. */
  onTime: (at: number | null) => void;
  areaUid: string | null;
  onArea: (uid: string | null) => void;
  onEdit: () => void;
  isWaitingOpen: boolean;
  onWaiting: () => void;
  /** Whether a phone hides the controls that service rarely needs. A chosen time or area keeps its control. */
  isShort: boolean;
}

/** Chooses the shown time and area of the floor, and opens its waiting list. */
export function FloorBar(props: Props) {
  const { day, moment, onTime, areaUid, onArea, onEdit, isWaitingOpen, onWaiting, isShort } = props;
  const t = useT();
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, columnGap: 2, alignItems: "center", mb: 1 }}>
      {day.is_closed && !isShort && <Chip size="small" color="secondary" label={t("calendar.closed")} />}
      {day.is_today && (
        <Button
          size="small"
          variant={moment.isNow ? "contained" : "outlined"}
          startIcon={<ScheduleIcon />}
          aria-pressed={moment.isNow}
          onClick={() => onTime(null)}
          sx={{ minHeight: 44 }}
        >
          {t("floor_plan.now")}
        </Button>
      )}
      {(!isShort || !moment.isNow) && <TimeSlider day={day} at={moment.at} onTime={onTime} />}
      {day.inventory_groups.length > 1 && (!isShort || areaUid !== null) && (
        <ToggleButtonGroup
          size="small"
          exclusive
          value={areaUid ?? ""}
          onChange={(_, next: string | null) => onArea(next === "" ? null : (next ?? areaUid))}
          aria-label={t("floor_plan.areas")}
          sx={{ flexWrap: "wrap", "& .MuiToggleButton-root": { color: "text.primary", minHeight: 44, px: 1.5 } }}
        >
          <ToggleButton value="">{t("floor_plan.all")}</ToggleButton>
          {day.inventory_groups.map(({ uid, title }) => (
            <ToggleButton key={uid} value={uid}>
              {title}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <FloorWaitingButton day={day} isOpen={isWaitingOpen} onToggle={onWaiting} />
      <Box sx={{ flex: 1 }} />
      {!isShort && (
        <Writers of="floor">
          <NeedsConnection>
            <Button size="small" variant="outlined" startIcon={<EditIcon />} onClick={onEdit} sx={{ minHeight: 44 }}>
              {t("floor_plan.edit")}
            </Button>
          </NeedsConnection>
        </Writers>
      )}
    </Box>
  );
}

function TimeSlider({ day, at, onTime }: Pick<Props, "day" | "onTime"> & { at: number }) {
  const t = useT();
  const hours = day.operations.flatMap(({ from, till }) => [minutesOf(from), minutesOf(till)]);
  if (hours.length === 0) return null;
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, flex: "1 1 240px", maxWidth: 420, minHeight: 44 }}>
      <Box component="span" sx={{ fontWeight: 700, fontVariantNumeric: "tabular-nums", minWidth: 48 }}>
        {clockOf(at)}
      </Box>
      <Slider
        value={at}
        min={Math.min(...hours)}
        max={Math.max(...hours)}
        step={15}
        onChange={(_, next) => onTime(next)}
        getAriaLabel={() => t("floor_plan.time")}
        getAriaValueText={clockOf}
        sx={{ mr: 1.5 }}
      />
    </Box>
  );
}
