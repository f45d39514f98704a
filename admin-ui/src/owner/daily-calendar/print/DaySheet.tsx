import { useEffect, useState } from "react";
import Box from "@mui/material/Box";
import { flushSync } from "react-dom";
import type { Schemas } from "@/owner/api";
import { formatDate } from "@seki/shared/civil-time";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { isTaken } from "../model/blocks";
import type { CalendarItem } from "../model/blocks";
import { timeOf } from "../service/steps";

interface Props {
  day: Schemas["OwnerDailyCalendarPage"];
  restaurant: string;
}

/** The day on paper, for the kitchen and the door: made when it is printed, and only then. */
export function DaySheet(props: Props) {
  return useIsPrinting() ? <Sheet {...props} /> : null;
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    // The browser lays the paper out as soon as it has said so.
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
  const guests = day.items.filter((item) => isTaken(item) && item.calendar_item_type !== "Pending");
  const coming = guests.filter((item) => !isWaiting(item));
  const seatLabels = new Map(
    day.inventory_groups.flatMap((g) => g.inventory_items.map(({ uid, label }) => [uid, label])),
  );
  return (
    <Box component="section" aria-hidden sx={sheetStyles}>
      <h2>
        {formatDate(day.date, locale)} {restaurant}
      </h2>
      <p>
        {[
          t("calendar.sheet_total", countOf(coming)),
          ...day.operations.map(({ name, label }) => {
            const own = coming.filter(({ operation }) => operation === name);
            return own.length > 0 && t("calendar.sheet_meal", { meal: label, ...countOf(own) });
          }),
          guests.length > coming.length && t("calendar.sheet_waiting", countOf(guests.filter(isWaiting))),
        ]
          .filter((part) => part !== false)
          .join(" / ")}
      </p>
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
          {guests
            .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
            .map((item) => (
              <tr key={item.uid}>
                <td>
                  {item.start_time}–{item.end_time}
                </td>
                <td>{item.inventory_item_uids.map((uid) => seatLabels.get(uid)).join("・")}</td>
                <td>
                  {item.delivery ? t("pane.portions_value", { count: item.guests_count ?? 0 }) : item.guests_count}
                </td>
                <td>
                  {item.title} {isWaiting(item) && `（${t("calendar.state.invited")}）`}{" "}
                  {item.visit_count > 0 && t("calendar.visits", { count: item.visit_count })}
                </td>
                <td>{item.phone_display}</td>
                <td>{item.course_name}</td>
                <td className="memo">{notesOf(item).join("\n")}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Box>
  );

  function notesOf(item: CalendarItem): string[] {
    const allergy = item.allergy_description && `${t("calendar.allergy")}: ${item.allergy_description}`;
    const dislikes = item.dislikes && `${t("calendar.dislikes")}: ${item.dislikes}`;
    const delivery = item.delivery;
    const where = delivery
      ? `${t("pane.deliver_to")}: ${delivery.address} ${delivery.name} ${delivery.phone_number}`
      : "";
    const when = delivery ? `${t("pane.arrival")}: ${delivery.arrival}` : "";
    const paid = item.is_prepaid ? t("calendar.prepaid") : "";
    const step = item.service.state;
    const visit = step === null ? "" : [t(`service.step.${step}`), timeOf(item.service, step)].join(" ").trim();
    const notes = [
      visit,
      when,
      where,
      paid,
      allergy,
      dislikes,
      ...item.formated_preferences,
      item.special_request,
      item.internal_memo,
      item.customer_internal_memo,
    ];
    return notes.filter((note) => note !== "");
  }
}

/** An invitation that nobody has answered. */
function isWaiting({ status }: CalendarItem): boolean {
  return status === "pending";
}

function countOf(items: readonly CalendarItem[]): { parties: number; guests: number } {
  return { parties: items.length, guests: items.reduce((sum, { guests_count }) => sum + (guests_count ?? 0), 0) };
}

const sheetStyles = {
  display: "none",
  displayPrint: "block",
  color: "#000",
  fontSize: "10pt",
  "& h2": { fontSize: "14pt", m: 0 },
  "& table": { width: "100%", borderCollapse: "collapse" },
  "& th, & td": { border: "0.5pt solid #666", p: "3pt 5pt", textAlign: "left", verticalAlign: "top" },
  "& tr": { breakInside: "avoid" },
  "& .memo": { whiteSpace: "pre-line" },
} as const;
