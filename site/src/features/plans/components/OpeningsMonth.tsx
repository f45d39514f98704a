import { useTranslation } from "react-i18next";
import { TOKYO, dateInZone, firstDayOf, formatDay, formatMonth, monthOf } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import type { PageData } from "@/api";
import { WeekdayHead, weeksOf } from "@/features/availability";
import { useLocale } from "@/navigation";
import styles from "./OpeningsMonth.module.css";

type CalendarEvent = PageData["premium_calendar"]["events"][number];

interface Props {
  firstDay: CivilDate;
  events: readonly CalendarEvent[];
}

/** Returns the day of the month on which an event is shown: its start, or the first day if it started before. */
export function dayOf({ starts_at }: CalendarEvent, firstDay: CivilDate): CivilDate {
  const day = starts_at.slice(0, 10) as CivilDate;
  return day < firstDay ? firstDay : day;
}

/** Reports whether an event is on a day: a raffle on each day of its period. */
function isOn(event: CalendarEvent, day: CivilDate, firstDay: CivilDate): boolean {
  if (event.kind !== "raffle") return dayOf(event, firstDay) === day;
  // Its last minute is the one before its end.
  const last = dateInZone(new Date(Date.parse(event.ends_at) - 1), TOKYO);
  return event.starts_at.slice(0, 10) <= day && day <= last;
}

/** Address of a day in the list below the month. */
export const anchorOf = (day: CivilDate) => `day-${day}`;

/** A month with its openings and raffles. Each day with events links to the day in the list below. */
export function OpeningsMonth({ firstDay, events }: Props) {
  const locale = useLocale();
  const month = monthOf(firstDay);
  const eventsOn = (day: CivilDate) => events.filter((event) => isOn(event, day, firstDayOf(month)));
  return (
    <table className={styles.month}>
      <caption className={styles.caption}>{formatMonth(month, locale)}</caption>
      <WeekdayHead />
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={week.find((day) => day !== null) ?? row}>
            {week.map((day, column) =>
              day === null ? (
                <td key={column}>&nbsp;</td>
              ) : (
                <MonthDay key={column} day={day} firstDay={firstDay} events={eventsOn(day)} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MonthDay({ day, firstDay, events }: Props & { day: CivilDate }) {
  const locale = useLocale();
  const { t } = useTranslation();
  const number = Number(day.slice(8));
  if (events.length === 0) return <td>{number}</td>;
  // The list has an entry for a raffle on its first day only.
  const days = events.map((event) => dayOf(event, firstDay));
  const target = days.includes(day) ? day : (days[0] ?? day);
  const entries = new Map(events.map(({ kind, restaurant_name: name }) => [`${kind} ${name}`, { kind, name }]));
  const texts = [...entries.values()].map(({ kind, name }) => ({
    kind: t(kind === "raffle" ? "openings_month.raffle" : "openings_month.opening"),
    name,
  }));
  return (
    <td className={styles.busy}>
      <a
        href={`#${anchorOf(target)}`}
        aria-label={`${formatDay(day, locale)} ${texts.map(({ kind, name }) => `${kind} ${name}`).join(", ")}`}
      >
        <b>{number}</b>
        {texts.map(({ kind, name }) => (
          <span key={`${kind} ${name}`} className={styles.event}>
            <span className={styles.kind}>{kind}</span> {name}
          </span>
        ))}
      </a>
    </td>
  );
}
