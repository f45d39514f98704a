import TaskAltIcon from "@mui/icons-material/TaskAlt";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import { useShell } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { AppLink, firstLines } from "@/console/ui";
import { formatDate } from "@seki/shared/civil-time";
import { Circles } from "./Circles";
import { dayColour, totalsOf, webStocksText } from "./month";
import { TagDot } from "./TagDot";

interface Props {
  day: Schemas["MonthDay"];
  tags: Schemas["CalendarTag"][];
  /** Null while days cannot be chosen. */
  isChosen: boolean | null;
  onTurn: () => void;
  onEdit: () => void;
}

const wide = { display: { xs: "none", md: "block" } };
const narrow = { display: { xs: "block", md: "none" } };

/** A day of the month: its link, remarks and figures; on a phone only the most important ones. */
export function MonthCell({ day, tags, isChosen, onTurn, onEdit }: Props) {
  const t = useT();
  const { locale } = useShell();
  const name = formatDate(day.date, locale);
  const { reservations, guests } = totalsOf(day);
  return (
    <Box
      component="td"
      aria-current={day.is_today ? "date" : undefined}
      sx={{
        bgcolor: day.is_closed ? "divider" : "background.paper",
        ...(day.is_today && { boxShadow: "inset 0 0 0 2px", color: "primary.main" }),
        ...(isChosen && { bgcolor: "primary.light" }),
        // A contrast theme drops the shadow and the backgrounds. Closed days have a label in any case.
        "@media (forced-colors: active)": {
          ...(day.is_today && { outline: "3px double CanvasText", outlineOffset: "-4px" }),
          ...(isChosen && { outline: "3px solid Highlight", outlineOffset: "-4px" }),
        },
      }}
    >
      <Box sx={{ display: "grid", gap: 0.5, color: "text.primary", fontSize: "0.8rem", lineHeight: 1.4 }}>
        <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 0.5, minHeight: 32 }}>
          {isChosen !== null && (
            <Checkbox
              size="small"
              checked={isChosen}
              onChange={onTurn}
              slotProps={{ input: { "aria-label": t("days.select_day", { date: name }) } }}
              sx={{ p: 0.5 }}
            />
          )}
          <AppLink
            to={paths.day(day.date)}
            aria-label={t("days.open_day", { date: name })}
            sx={{ fontSize: "1rem", fontWeight: 700, px: 0.5, py: 0.25, color: dayColour(day) }}
          >
            {Number(day.date.slice(8))}
          </AppLink>
          {day.holiday !== null && (
            <Box component="span" sx={{ ...wide, color: "secondary.main", fontSize: "0.75rem" }}>
              {day.holiday}
            </Box>
          )}
          {day.is_checked && (
            <TaskAltIcon titleAccess={t("days.checked")} color="success" sx={{ fontSize: "1rem", ml: "auto" }} />
          )}
          <Box sx={{ ...wide, ml: day.is_checked ? 0 : "auto" }}>
            <IconButton size="small" aria-label={t("days.edit_day", { date: name })} onClick={onEdit}>
              <EditOutlinedIcon sx={{ fontSize: "1rem" }} />
            </IconButton>
          </Box>
        </Box>
        {day.is_closed && <Chip size="small" label={t("days.closed")} sx={{ justifySelf: "start", height: 22 }} />}
        {tags.length > 0 && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: "2px 8px" }}>
            {tags.map(({ id, label, color }) => (
              <Box key={id} component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
                <TagDot color={color} />
                <Box component="span" sx={firstLines(2)}>
                  {label}
                </Box>
              </Box>
            ))}
          </Box>
        )}
        <Box sx={wide}>
          {day.meals.map((meal) => (
            <Meal key={meal.operation} meal={meal} isClosed={day.is_closed} />
          ))}
        </Box>
        {reservations > 0 && (
          <Box sx={{ ...narrow, wordBreak: "keep-all" }}>{t("days.short_count", { reservations, guests })}</Box>
        )}
        {day.daily_memo !== "" && (
          <Box
            sx={{
              ...wide,
              ...firstLines(2),
              "&&": { display: { xs: "none", md: "-webkit-box" } },
              whiteSpace: "pre-line",
              borderLeft: 3,
              borderColor: "warning.main",
              pl: 0.75,
            }}
          >
            {day.daily_memo}
          </Box>
        )}
        <Box sx={narrow}>
          <IconButton size="small" aria-label={t("days.edit_day", { date: name })} onClick={onEdit}>
            <EditOutlinedIcon sx={{ fontSize: "1rem" }} />
          </IconButton>
        </Box>
      </Box>
    </Box>
  );
}

function Meal({ meal, isClosed }: { meal: Schemas["MonthMeal"]; isClosed: boolean }) {
  const t = useT();
  const { label, reservations, guests, invitations, web_stocks, marks } = meal;
  const hasHeader = marks.length === 0 || marks.some(({ has_header }) => has_header);
  return (
    <Box sx={{ mb: 0.5 }}>
      {hasHeader && <Box sx={{ color: "text.secondary", fontSize: "0.75rem" }}>{label}</Box>}
      {reservations > 0 && <div>{t("days.reservations", { reservations, guests })}</div>}
      {invitations > 0 && <div>{t("days.invitations", { invitations })}</div>}
      {web_stocks > 0 && <div>{webStocksText(meal, isClosed, t)}</div>}
      {marks.map((mark, index) => (
        <Circles key={index} mark={mark} />
      ))}
    </Box>
  );
}
