import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addMonths,
  dateInZone,
  formatClose,
  formatDate,
  formatDay,
  formatMonth,
  formatTime,
  monthOf,
  TOKYO,
} from "@seki/shared/civil-time";
import { serverNow } from "@/api";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, EmptyState, PageFrame, Stack } from "@/ui";
import { FeedDialog } from "../components/FeedDialog";
import { OpeningsMonth, anchorOf, dayOf } from "../components/OpeningsMonth";
import styles from "../components/plans.module.css";

const MONTHS = 12;

export default function PremiumCalendarPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { month, first_day, events, feed_url } = usePageData("premium_calendar");
  const [open, setOpen] = useState(false);
  const heading = `${t("plans.calendar.title")} ${formatMonth(monthOf(first_day), locale)}`;
  useTitle(heading);
  const days = [...new Set(events.map((event) => dayOf(event, first_day)))];
  const today = dateInZone(serverNow(), TOKYO);
  const months = Array.from({ length: MONTHS }, (_, ahead) => addMonths(monthOf(today), ahead));

  return (
    <PageFrame narrow title={heading} lead={t("plans.calendar.lead")}>
      <Stack>
        <nav aria-label={t("plans.calendar.months")} className={styles.months}>
          {months.map((one) => (
            <AppLink
              key={one}
              to={paths.premiumCalendarOf(Number(one.slice(5)))}
              aria-current={Number(one.slice(5)) === month ? "page" : undefined}
            >
              {formatMonth(one, locale)}
            </AppLink>
          ))}
        </nav>
        <div>
          <Button onClick={() => setOpen(true)}>{t("plans.calendar.feed")}</Button>
        </div>
        <OpeningsMonth firstDay={first_day} events={events} />
        {events.length === 0 ? (
          <EmptyState title={t("plans.calendar.empty")}>
            <p>{t("plans.calendar.empty_text")}</p>
          </EmptyState>
        ) : (
          <ul className={styles.days}>
            {days.map((day) => (
              <li key={day} id={anchorOf(day)}>
                <h2>{formatDay(day, locale)}</h2>
                <ul className={styles.events}>
                  {events
                    .filter((event) => dayOf(event, first_day) === day)
                    .map((event) => (
                      <li key={event.uid}>
                        <AppLink to={paths.restaurantOf(event.slug)}>{event.restaurant_name}</AppLink>
                        {": "}
                        {event.kind === "raffle"
                          ? t("plans.calendar.raffle", {
                              from: formatDate(event.starts_at.slice(0, 10), locale),
                              till: formatClose(event.ends_at, locale),
                            })
                          : t("plans.calendar.opening", {
                              time: formatTime(event.starts_at, locale),
                              till: event.reservable_till ? formatDate(event.reservable_till, locale) : "",
                            })}
                      </li>
                    ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
        <FeedDialog open={open} onClose={() => setOpen(false)} url={feed_url} />
      </Stack>
    </PageFrame>
  );
}
