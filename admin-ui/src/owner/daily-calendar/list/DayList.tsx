import { useRef, useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { PhoneLink } from "../../phone/PhoneLink";
import { unsentKey } from "../grid/labels";
import { useMinute, useMinuteOfDay } from "../live/use-now";
import { allergyLine, tagsOf } from "../model/alerts";
import type { CalendarItem } from "../model/blocks";
import { isWaiting, notesOf, seatLabelsOf, visitsOf } from "../model/visits";
import { FILTERS, currentOf, filtered } from "./filter";
import type { VisitFilter } from "./filter";
import { isVisit, nextOf, timeOf } from "../service/steps";
import type { LateItems, Lateness, ServiceInfo } from "../service/steps";
import { useLateItems } from "../service/use-late-items";
import { useService } from "../service/use-service";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  timeZone: string;
  openUid: string | null;
  onOpen: (item: CalendarItem) => void;
  reload: () => Promise<void>;
}

/**
 * Lists the parties of the day by time, with the next step of each visit as a button. The printed sheet has the same
 * order.
 */
export function DayList({ day, timeZone, openUid, onOpen, reload }: Props) {
  const t = useT();
  const late: LateItems = useLateItems(day, timeZone);
  const [today = ""] = useMinute(timeZone).split(" ");
  const [filter, setFilter] = useState<VisitFilter>("all");
  const minute = useMinuteOfDay(day.date, timeZone);
  const all = visitsOf(day.items);
  const list = useRef<HTMLElement>(null);
  const visits = filtered(all, filter);
  const current = currentOf(visits, minute)?.uid;
  const toNow = () =>
    list.current?.querySelector(`[data-item="${CSS.escape(current ?? "")}"]`)?.scrollIntoView({ block: "center" });
  if (all.length === 0) return <Typography sx={{ py: 4, displayPrint: "none" }}>{t("day_list.empty")}</Typography>;
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1, displayPrint: "none" }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={filter}
          onChange={(_, next: VisitFilter | null) => next && setFilter(next)}
          aria-label={t("day_list.filter")}
        >
          {FILTERS.map((name) => (
            <ToggleButton key={name} value={name} sx={{ minHeight: 40, color: "text.primary" }}>
              {t(`day_list.filters.${name}`, { count: filtered(all, name).length })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {current !== undefined && (
          <Button onClick={toNow} sx={{ minHeight: 40 }}>
            {t("day_list.to_now")}
          </Button>
        )}
      </Box>
      <Box component="ul" ref={list} aria-label={t("day_list.title")} sx={listStyles}>
        {visits.map((item) => (
          <Visit
            key={item.uid}
            item={item}
            seats={seatLabelsOf(item, day.inventory_groups)}
            lateness={late.get(item.uid) ?? null}
            hasBegun={day.date <= today}
            isOpen={item.uid === openUid}
            onOpen={() => onOpen(item)}
            onDone={() => void reload()}
          />
        ))}
      </Box>
      {visits.length === 0 && <Typography sx={{ py: 2, displayPrint: "none" }}>{t("day_list.none_left")}</Typography>}
    </>
  );
}

interface VisitProps {
  item: CalendarItem;
  seats: string;
  lateness: Lateness | null;
  hasBegun: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onDone: () => void;
}

function Visit({ item, seats, lateness, hasBegun, isOpen, onOpen, onDone }: VisitProps) {
  const t = useT();
  const { service, button, problem } = useService(item, hasBegun, onDone);
  const next = isVisit(item) ? nextOf(service.state) : null;
  const party = item.delivery
    ? t("pane.portions_value", { count: item.guests_count ?? 0 })
    : t("console.guests", { count: item.guests_count ?? 0 });
  return (
    <Box component="li" className={isOpen ? "open" : undefined} data-item={item.uid}>
      <Box className="when">
        <strong>{item.start_time}</strong>
        <span>–{item.end_time}</span>
      </Box>
      <Box className="who">
        <Box className="name">
          <Button
            variant="text"
            onClick={onOpen}
            sx={{
              p: 0,
              minWidth: 0,
              minHeight: 32,
              justifyContent: "flex-start",
              textAlign: "left",
              overflowWrap: "anywhere",
            }}
          >
            {item.title}
          </Button>
          <Marks item={item} service={service} lateness={lateness} />
        </Box>
        <span>
          {[seats, party, item.course_name].filter((part) => part !== "").join(" / ")}
          {item.phone_display !== "" && (
            <>
              {" / "}
              <PhoneLink number={item.phone_display} />
            </>
          )}
        </span>
        {problem !== null && (
          <Typography role="alert" color="error" variant="body2">
            {problem}
          </Typography>
        )}
      </Box>
      <Notes item={item} />
      {next !== null && (
        <Button
          variant="outlined"
          {...button(next)}
          aria-label={t("service.next", { name: item.title, step: t(`service.step.${next}`) })}
          sx={{ minWidth: 72, minHeight: 44 }}
        >
          {t(`service.step.${next}`)}
        </Button>
      )}
    </Box>
  );
}

interface MarksProps {
  item: CalendarItem;
  service: ServiceInfo;
  lateness: Lateness | null;
}

/** Shows the state of the visit, and whether it is the guest's first. */
function Marks({ item, service, lateness }: MarksProps) {
  const t = useT();
  const time = timeOf(service, service.state);
  const unsent = unsentKey(item);
  return (
    <>
      {service.state !== null && (
        <Chip size="small" color="primary" label={`${t(`service.step.${service.state}`)} ${time ?? ""}`.trim()} />
      )}
      {unsent !== null && <Chip size="small" color="warning" label={t(unsent)} />}
      {lateness !== null && <Chip size="small" color="error" label={t(`service.${lateness}`)} />}
      {isWaiting(item) && <Chip size="small" label={t("calendar.state.invited")} />}
      {item.no_show_count > 0 && (
        <Chip size="small" color="error" label={t("calendar.no_shows", { count: item.no_show_count })} />
      )}
      {item.visit_count === 0 && !item.is_walk_in && (
        <Chip size="small" variant="outlined" label={t("glance.first_visit")} />
      )}
    </>
  );
}

/** Shows notes for kitchen and entrance, the most important first. */
function Notes({ item }: { item: CalendarItem }) {
  const t = useT();
  return (
    <Box className="notes">
      {item.has_allergy && (
        <Typography component="strong" variant="body2" color="error" sx={{ fontWeight: 700 }}>
          {allergyLine(item, t)}
        </Typography>
      )}
      {item.customer_tags.length > 0 && (
        <Typography component="strong" variant="body2" sx={{ fontWeight: 700 }}>
          {tagsOf(item)}
        </Typography>
      )}
      {notesOf({ ...item, service: NOTHING_NOTED }, t).map((note) => (
        <span key={note} className="note">
          {note}
        </span>
      ))}
    </Box>
  );
}

/** An empty service state: `Marks` shows the step already. */
const NOTHING_NOTED = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };

const listStyles = {
  listStyle: "none",
  m: 0,
  p: 0,
  displayPrint: "none",
  bgcolor: "background.paper",
  border: 1,
  borderColor: "divider",
  "& > li": {
    display: "grid",
    gridTemplateColumns: { xs: "56px minmax(0, 1fr) auto", md: "112px minmax(0, 5fr) minmax(0, 4fr) 76px" },
    columnGap: 1.5,
    alignItems: "start",
    px: 1.5,
    py: 0.75,
    borderBottom: 1,
    borderColor: "divider",
  },
  "& > li.open": { outline: "3px solid", outlineColor: "warning.main", outlineOffset: -3 },
  "& .when": { fontVariantNumeric: "tabular-nums", display: { xs: "grid", md: "block" }, pt: 0.5 },
  "& .who": { display: "grid", justifyItems: "start", overflowWrap: "anywhere" },
  // Next to the party if there is space, otherwise below it over the full width.
  "& .notes": {
    display: "grid",
    overflowWrap: "anywhere",
    gridColumn: { xs: "2 / -1", md: "auto" },
    order: { xs: 1, md: 0 },
    pt: { md: 0.5 },
    "&:empty": { display: { xs: "none", md: "grid" } },
  },
  "& .name": { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 },
  "& .note": { whiteSpace: "pre-line", fontSize: "0.875rem", color: "text.secondary" },
} as const;
