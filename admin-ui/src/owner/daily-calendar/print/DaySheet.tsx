import { useEffect, useState } from "react";
import Box from "@mui/material/Box";
import { flushSync } from "react-dom";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { palette } from "@/console/ui/theme";
import { useT } from "@/owner/i18n/use-t";
import type { Translate } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { usePage } from "@/owner/navigation";
import { countsOf, pacedMeals } from "../../pacing/counts";
import { allergyLine, tagsOf } from "../model/alerts";
import type { CalendarItem } from "../model/blocks";
import { glanceOf, isNoShow, isWaiting, notesOf, seatLabelsOf, visitsOf } from "../model/visits";
import { untilOf } from "../waiting/model";
import type { WaitingEntry } from "../waiting/model";
import { useOpenEntries } from "../waiting/use-open-entries";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  restaurant: string;
}

/** The printed day for kitchen and entrance. It is rendered only while printing. */
export function DaySheet(props: Props) {
  return useIsPrinting() ? <Sheet {...props} /> : null;
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    // The browser computes the print layout immediately after its event, so the sheet must be rendered by then.
    const follow = () => flushSync(() => setIsPrinting(media.matches));
    const before = () => flushSync(() => setIsPrinting(true));
    const after = () => setIsPrinting(false);
    media.addEventListener("change", follow);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      media.removeEventListener("change", follow);
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}

function Sheet({ day, restaurant }: Props) {
  const t = useT();
  const { locale } = usePage<"owner_daily_calendar">();
  const { all, meals, waiting } = glanceOf(day);
  return (
    <Box component="section" aria-hidden sx={sheetStyles}>
      <h2>
        {formatDate(day.date, locale)} {restaurant}
      </h2>
      <p>
        {[
          t("calendar.sheet_total", { ...all }),
          ...meals.map(({ label, ...count }) => t("calendar.sheet_meal", { meal: label, ...count })),
          waiting.parties > 0 && t("calendar.sheet_waiting", { ...waiting }),
        ]
          .filter((part) => part !== false)
          .join(" / ")}
      </p>
      {pacedMeals(day).map(({ label, quarters }) => (
        <p key={label}>{pacingLine(label, quarters, t)}</p>
      ))}
      {day.daily_memo !== "" && <p className="memo">{day.daily_memo}</p>}
      <table>
        <thead>
          <tr>
            <th>{t("calendar.sheet.time")}</th>
            <th>{t("calendar.sheet.seats")}</th>
            <th>{t("calendar.sheet.guests")}</th>
            <th>{t("calendar.sheet.name")}</th>
            <th>{t("calendar.sheet.phone")}</th>
            <th>{t("calendar.sheet.course")}</th>
            <th>{t("calendar.sheet.notes")}</th>
          </tr>
        </thead>
        <tbody>
          {sheetOrder(visitsOf(day.items)).map((item) => (
            <VisitRow key={item.uid} item={item} groups={day.inventory_groups} />
          ))}
        </tbody>
      </table>
      <WaitingTable day={day} />
    </Box>
  );
}

/** Moves the parties that did not come to the end. */
function sheetOrder(visits: readonly CalendarItem[]): CalendarItem[] {
  return visits.toSorted((one, other) => Number(isNoShow(one)) - Number(isNoShow(other)));
}

interface RowProps {
  item: CalendarItem;
  groups: Props["day"]["inventory_groups"];
}

/** A party of the day. A party that did not come is struck through. */
function VisitRow({ item, groups }: RowProps) {
  const t = useT();
  const state = stateOf(item, t);
  return (
    <tr className={isNoShow(item) ? "no-show" : undefined}>
      <td>
        {item.start_time}–{item.end_time}
      </td>
      <td>{seatLabelsOf(item, groups)}</td>
      <td>{item.delivery ? t("pane.portions_value", { count: item.guests_count ?? 0 }) : item.guests_count}</td>
      <td>
        {item.title} {item.customer_fullname_kana && <small>{item.customer_fullname_kana}</small>}{" "}
        {state !== "" && <span className="state">（{state}）</span>}{" "}
        {[
          item.visit_count > 0 && t("calendar.visits", { count: item.visit_count }),
          item.no_show_count > 0 && t("calendar.no_shows", { count: item.no_show_count }),
        ]
          .filter(Boolean)
          .join(" ")}
      </td>
      <td>{withHyphens(item.phone_display)}</td>
      <td>{item.course_name}</td>
      <td className="memo">
        {item.has_allergy && <strong className="alert">{allergyLine(item, t)}</strong>}
        {item.customer_tags.length > 0 && <strong className="tags">{tagsOf(item)}</strong>}
        {notesOf(item, t).join("\n")}
      </td>
    </tr>
  );
}

/** Returns the state of a party that is not certain to come; empty for others. */
function stateOf(item: CalendarItem, t: Translate): string {
  if (isNoShow(item)) return t("service.step.no_show");
  return isWaiting(item) ? t("calendar.state.invited") : "";
}

/** Returns the arrivals of a meal in each quarter of an hour, with their limits. */
function pacingLine(meal: string, quarters: readonly Schemas["PacedQuarter"][], t: Translate): string {
  const arrivals = quarters.filter(({ parties_count }) => parties_count > 0);
  const texts = arrivals.map((quarter) =>
    [quarter.from, ...countsOf(quarter).map(({ kind, count, max }) => t(`pacing.${kind}`, { count, max }))].join(" "),
  );
  return [t("pacing.meal", { meal }), texts.join(t("pacing.separator")) || t("pacing.all_idle")].join(" ");
}

/** The open entries of the waiting list. */
function WaitingTable({ day }: Pick<Props, "day">) {
  const t = useT();
  const { locale } = usePage<"owner_daily_calendar">();
  const entries = useOpenEntries(day).filter(({ state }) => state !== "seated");
  if (entries.length === 0) return null;
  return (
    <table>
      <caption>{t("waiting.title")}</caption>
      <thead>
        <tr>
          <th>{t("waiting.sheet_start")}</th>
          <th>{t("calendar.sheet.guests")}</th>
          <th>{t("calendar.sheet.name")}</th>
          <th>{t("calendar.sheet.phone")}</th>
          <th>{t("waiting.until")}</th>
          <th>{t("calendar.sheet.notes")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.uid}>
            <td>
              {entry.from_time}–{entry.till_time}
            </td>
            <td>{entry.guests_count}</td>
            <td>{entry.customer_name}</td>
            <td>{withHyphens(entry.phone_display)}</td>
            <td>{untilOf(entry, day.date, locale) ?? entry.till_time}</td>
            <td className="memo">
              {[offerOf(entry, t), entry.internal_memo].filter((note) => note !== "").join("\n")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function offerOf({ state, reservation_time, offer_ends_at }: WaitingEntry, t: Translate): string {
  if (state !== "offered") return "";
  return t("waiting.state.offered", { time: reservation_time ?? "", until: offer_ends_at?.slice(11, 16) ?? "" });
}

const sheetStyles = {
  display: "none",
  displayPrint: "block",
  color: "#000",
  fontSize: "10pt",
  "& h2": { fontSize: "14pt", m: 0 },
  "& table": { width: "100%", borderCollapse: "collapse" },
  "& th, & td": { border: "0.5pt solid #666", p: "3pt 5pt", textAlign: "left", verticalAlign: "top" },
  "& caption": { captionSide: "top", textAlign: "left", fontWeight: 700, p: "6pt 0 3pt" },
  "& tr": { breakInside: "avoid" },
  "& .no-show td:not(.memo)": { textDecoration: "line-through" },
  // An inline block keeps its text free of the line of its cell.
  "& .state": { display: "inline-block" },
  "& .memo": { whiteSpace: "pre-line" },
  // Red on a colour printer, bold on any printer.
  "& .alert": { display: "block", color: palette.shu, printColorAdjust: "exact" },
  "& .tags": { display: "block" },
} as const;
