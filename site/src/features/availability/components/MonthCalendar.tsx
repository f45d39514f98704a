import { useEffect, useRef, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CalendarBoot } from "@/api";
import { addMonths, formatDate, formatMonth, monthOf } from "@seki/shared/civil-time";
import type { CivilDate, CivilMonth } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Button, Icon, Notice, cx, useAsk } from "@/ui";
import { monthQuery } from "../api/availability";
import { dateAfterKey, entryDate, hasNextMonth, hasPreviousMonth, statusOf, weeksOf } from "../model/month-grid";
import type { DayStatus } from "../model/month-grid";
import styles from "./MonthCalendar.module.css";
import { ServerClock } from "./ServerClock";
import { WeekdayHead } from "./WeekdayHead";

interface MonthCalendarProps {
  slug: string;
  calendar: CalendarBoot;
  month: CivilMonth;
  onMonthChange: (month: CivilMonth) => void;
  selected: CivilDate | null;
  /** Days of an order have no seats. */
  isOrder: boolean;
  onSelect: (date: CivilDate) => void;
}

const LEGEND = ["available", "full", "ended", "holiday", "closed"] as const;

/** Days that can be selected although they cannot be booked: the response gives the reason. */
const EXPLAINED = ["full", "ended", "holiday"] as const;

/**
 * Returns the text key of a day's status. Closed days and days without an offer have the same text for bookings and
 * orders.
 */
function statusKey(status: DayStatus, isOrder: boolean) {
  const isOther = isOrder && (status === "available" || status === "full" || status === "ended");
  return isOther ? (`calendar.order.status.${status}` as const) : (`calendar.status.${status}` as const);
}

function alertKey(reason: (typeof EXPLAINED)[number], isOrder: boolean) {
  return isOrder && reason !== "holiday"
    ? (`calendar.order.${reason}_alert` as const)
    : (`calendar.${reason}_alert` as const);
}

export function MonthCalendar({
  slug,
  calendar,
  month,
  onMonthChange,
  selected,
  isOrder,
  onSelect,
}: MonthCalendarProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { showAlert } = useAsk();
  const queries = useQueryClient();
  const bounds = { today: calendar.today, reservableTill: calendar.reservable_till };
  const { data, isError, refetch } = useQuery(monthQuery(slug, month, calendar));
  const [focusDate, setFocusDate] = useState<CivilDate | null>(selected);
  const grid = useRef<HTMLTableElement>(null);
  const moveFocus = useRef(false);
  const entry = entryDate(month, focusDate ?? selected, calendar.today);
  const more = hasNextMonth(month, bounds);

  useEffect(() => {
    if (data && more) void queries.prefetchQuery(monthQuery(slug, addMonths(month, 1), calendar));
  }, [data, more, queries, slug, month, calendar]);

  useEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-date="${entry}"]`)?.focus();
  }, [entry]);

  const turn = (months: number) => {
    setFocusDate(null);
    onMonthChange(addMonths(month, months));
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = dateAfterKey(entry, event.key, bounds);
    if (target === null) return;
    event.preventDefault();
    moveFocus.current = true;
    setFocusDate(target);
    if (monthOf(target) !== month) onMonthChange(monthOf(target));
  };

  const choose = (date: CivilDate, status: DayStatus) => {
    setFocusDate(date);
    if (status === "available") onSelect(date);
    const reason = EXPLAINED.find((each) => each === status);
    if (reason) void showAlert(t(alertKey(reason, isOrder), { date: formatDate(date, locale) }));
  };

  return (
    <section className={styles.calendar} aria-label={t(isOrder ? "calendar.order.label" : "calendar.label")}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.turn}
          aria-label={t("calendar.previous")}
          disabled={!hasPreviousMonth(month, bounds)}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron_left" />
        </button>
        <h3 className={styles.month} aria-live="polite">
          {formatMonth(month, locale)}
        </h3>
        {more ? (
          <button type="button" className={styles.turn} aria-label={t("calendar.next")} onClick={() => turn(1)}>
            <Icon name="chevron_right" />
          </button>
        ) : (
          <span className={styles.turn} />
        )}
      </div>

      {isError ? (
        <Notice kind="alert" live>
          <p>{t("common.load_failed")}</p>
          <div>
            <Button onClick={() => void refetch()}>{t("common.retry")}</Button>
          </div>
        </Notice>
      ) : (
        <table ref={grid} role="grid" className={styles.grid} aria-label={formatMonth(month, locale)} aria-busy={!data}>
          <WeekdayHead />
          <tbody onKeyDown={onKeyDown}>
            {weeksOf(month).map((week, row) => (
              <tr key={row}>
                {week.map((date, column) =>
                  date === null ? (
                    <td key={column} />
                  ) : (
                    <DayCell
                      key={column}
                      date={date}
                      status={data ? statusOf(date, data, bounds) : null}
                      today={date === calendar.today}
                      selected={date === selected}
                      tabStop={date === entry}
                      isOrder={isOrder}
                      onChoose={choose}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && !data.has_availability && (
        <p className={styles.none}>{t(isOrder ? "calendar.order.none_this_month" : "calendar.none_this_month")}</p>
      )}
      <div className={styles.foot}>
        <ul className={styles.legend} aria-hidden="true">
          {LEGEND.map((status) => (
            <li key={status}>
              <span className={cx(status === "available" && styles.legendAvailable)}>
                {t(`calendar.mark.${status}`)}
              </span>
              {t(statusKey(status, isOrder))}
            </li>
          ))}
        </ul>
        <ServerClock />
      </div>
    </section>
  );
}

interface DayCellProps {
  date: CivilDate;
  status: DayStatus | null;
  today: boolean;
  selected: boolean;
  tabStop: boolean;
  isOrder: boolean;
  onChoose: (date: CivilDate, status: DayStatus) => void;
}

function DayCell({ date, status, today, selected, tabStop, isOrder, onChoose }: DayCellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const open = status === "available" || EXPLAINED.some((each) => each === status);
  // Other days cannot be selected: without the attribute, assistive technology does not call them "not selected".
  const isSelected = status === "available" || selected ? selected : undefined;
  const words = [
    formatDate(date, locale),
    today ? t("calendar.today") : "",
    status === null ? t("common.loading") : t(statusKey(status, isOrder)),
  ];
  return (
    <td aria-selected={isSelected}>
      <button
        type="button"
        data-date={date}
        data-status={status ?? "loading"}
        tabIndex={tabStop ? 0 : -1}
        className={cx(styles.day, styles[status ?? "loading"], today && styles.today, selected && styles.selected)}
        aria-label={words.filter(Boolean).join(" ")}
        aria-disabled={!open || undefined}
        aria-pressed={isSelected}
        aria-current={today ? "date" : undefined}
        onClick={() => status !== null && onChoose(date, status)}
      >
        <span className={styles.number} aria-hidden="true">
          {Number(date.slice(8))}
        </span>
        <span className={styles.mark} aria-hidden="true">
          {status && status !== "past" && t(`calendar.mark.${status}`)}
        </span>
      </button>
    </td>
  );
}
