import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import PrintIcon from "@mui/icons-material/Print";
import ScheduleIcon from "@mui/icons-material/Schedule";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { Schemas } from "@/owner/api";
import { addDays, formatDate, isCivilDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage, useTitle } from "@/owner/navigation";
import { useIsFloorCached } from "./offline/use-offline";
import { scrollToNow } from "./grid/NowLine";
import type { Connection } from "./live/connection";
import { useNow } from "./live/use-now";
import { DetailsButton } from "./DetailsButton";
import type { Details } from "./use-details";
import type { View } from "./use-view";

type Day = Schemas["OwnerDailyCalendarPage"];

interface Props {
  day: Day;
  connection: Connection;
  view: DayView;
  onView: (view: DayView) => void;
  /** The details of the day below it; absent where they are always shown. */
  details?: Details;
}

/** The views of a day: its own page shows it as a grid or a list, the floor page as the plan of its tables. */
export type DayView = View | "floor";

/** Shows the date, the links to other days, and the remarks on the whole day. */
export function DayHeader({ day, connection, view, onView, details }: Props) {
  const t = useT();
  const { locale, session } = usePage<"owner_daily_calendar">();
  const title = formatDate(day.date, locale);
  useTitle(title);
  const pathOf = view === "floor" ? paths.floor : paths.day;
  // On a phone the rarer controls are hidden with the details: the board follows sooner.
  const rare = { display: { xs: details?.isShown === false ? "none" : "contents", sm: "contents" } };
  return (
    <Box component="header" sx={{ displayPrint: "none" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
        <Box sx={{ display: "flex", alignItems: "center" }}>
          <DayLink to={pathOf(addDays(day.date, -1))} label={t("calendar.previous_day")} Icon={ChevronLeftIcon} />
          <Typography variant="h1" sx={{ fontSize: { xs: "1.15rem", md: "1.5rem" }, whiteSpace: "nowrap" }}>
            {title}
          </Typography>
          <DayLink to={pathOf(addDays(day.date, 1))} label={t("calendar.next_day")} Icon={ChevronRightIcon} />
        </Box>
        <Button size="small" variant="outlined" component={Link} to={pathOf(session.restaurant.today)}>
          {t("calendar.today")}
        </Button>
        {day.is_today && view === "grid" && (
          <Button size="small" variant="outlined" startIcon={<ScheduleIcon />} onClick={scrollToNow}>
            {t("calendar.to_now")}
          </Button>
        )}
        <Box sx={rare}>
          <DatePicker date={day.date} pathOf={pathOf} />
        </Box>
        <Clock state={connection.state} />
        {/* Aligned right as one group, in a separate line where the first is too short. */}
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, ml: { md: "auto" } }}>
          <ViewSwitch day={day} view={view} isDisconnected={connection.state === "offline"} onView={onView} />
          <Box sx={rare}>
            {view === "grid" && <SpanSwitch isQuarterHour={day.is_quarter_hour} />}
            {view !== "floor" && (
              <Button size="small" startIcon={<PrintIcon />} onClick={() => window.print()}>
                {t("calendar.print")}
              </Button>
            )}
          </Box>
          {details && <DetailsButton day={day} details={details} />}
        </Box>
      </Box>
    </Box>
  );
}

function DayLink({ to, label, Icon }: { to: string; label: string; Icon: typeof ChevronLeftIcon }) {
  return (
    <IconButton component={Link} to={to} aria-label={label}>
      <Icon />
    </IconButton>
  );
}

function DatePicker({ date, pathOf }: { date: string; pathOf: (date: string) => string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Box
      component="input"
      type="date"
      key={date}
      defaultValue={date}
      aria-label={t("calendar.choose_date")}
      onChange={({ target }: { target: HTMLInputElement }) => {
        const { value } = target;
        if (isCivilDate(value) && value > "2000-01-01" && value !== date) void navigate(pathOf(value));
      }}
      sx={{
        font: "inherit",
        color: "inherit",
        bgcolor: "background.paper",
        border: 1,
        borderColor: "grey.600",
        borderRadius: 1,
        px: 1,
        height: 36,
      }}
    />
  );
}

const CONNECTION_STYLES = {
  live: { sign: "●", color: "success.main" },
  polling: { sign: "○", color: "text.secondary" },
  offline: { sign: "✕", color: "error.main" },
} as const;

/** Shows the restaurant's time, updated each second, and whether changes arrive without a reload. */
function Clock({ state }: Pick<Connection, "state">) {
  const t = useT();
  const now = useNow();
  const { session } = usePage<"owner_daily_calendar">();
  const time = new Intl.DateTimeFormat("ja-JP", {
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: session.restaurant.time_zone,
  }).format(now);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
      <Box component="time" aria-label={t("calendar.clock")} role="timer" sx={{ fontVariantNumeric: "tabular-nums" }}>
        {time}
      </Box>
      <Box
        component="span"
        data-live={state === "live"}
        sx={{ fontSize: "0.75rem", color: CONNECTION_STYLES[state].color }}
      >
        {CONNECTION_STYLES[state].sign} {t(`calendar.${state}`)}
      </Box>
    </Box>
  );
}

interface ViewSwitchProps extends Pick<Props, "day" | "view" | "onView"> {
  isDisconnected: boolean;
}

/** Switches between the grid (seats by hour), the list (parties by time) and the floor plan (tables). */
function ViewSwitch({ day, view, isDisconnected, onView }: ViewSwitchProps) {
  const t = useT();
  const isKept = useIsFloorCached(day.date, isDisconnected);
  const floorNeedsConnection = isDisconnected && view !== "floor" && !isKept;
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={view}
      onChange={(_, next: DayView | null) => next !== null && onView(next)}
      aria-label={t("calendar.view")}
      sx={{ "& .MuiToggleButton-root": { color: "text.primary", py: 0.5 } }}
    >
      <ToggleButton value="grid">{t("calendar.view_grid")}</ToggleButton>
      <ToggleButton value="list">{t("calendar.view_list")}</ToggleButton>
      <ToggleButton
        value="floor"
        disabled={floorNeedsConnection}
        title={floorNeedsConnection ? t("offline.needs_connection") : undefined}
      >
        {t("calendar.view_floor")}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

/** Switches between columns of 30 and 15 minutes. The server reads the choice from a cookie of 1 or 0 (owner §9). */
function SpanSwitch({ isQuarterHour }: { isQuarterHour: boolean }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const choose = (value: "0" | "1" | null) => {
    if (value === null) return;
    document.cookie = `quarter_hour_calendar=${value}; path=/; max-age=31536000; samesite=lax`;
    void revalidate();
  };
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={isQuarterHour ? "1" : "0"}
      onChange={(_, value: "0" | "1" | null) => choose(value)}
      aria-label={t("calendar.span")}
      sx={{ "& .MuiToggleButton-root": { color: "text.primary", py: 0.5 } }}
    >
      <ToggleButton value="0">{t("calendar.half_hour")}</ToggleButton>
      <ToggleButton value="1">{t("calendar.quarter_hour")}</ToggleButton>
    </ToggleButtonGroup>
  );
}
