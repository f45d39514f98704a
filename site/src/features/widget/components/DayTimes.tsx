import { useTranslation } from "react-i18next";
import { useQuery } from "@tanstack/react-query";
import type { CalendarBoot } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { dayQuery } from "@/features/availability";
import { paths, useLocale } from "@/navigation";
import { Button, EmptyState, Notice, SelectField, Skeleton } from "@/ui";
import { openSlots, partiesOf, partyOn } from "../model/times";
import type { OpenTime } from "../model/times";
import styles from "./DayTimes.module.css";

interface DayTimesProps {
  slug: string;
  calendar: CalendarBoot;
  isDelivery: boolean;
  date: CivilDate;
  party: number | null;
  onParty: (party: number) => void;
}

/** The day's times for a party. Each links to the booking page in a new window. */
export function DayTimes({ slug, calendar, isDelivery, date, party: chosen, onParty }: DayTimesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(dayQuery(slug, date, calendar, locale));
  if (isError) {
    return (
      <Notice kind="alert" live>
        <p>{t("common.load_failed")}</p>
        <div>
          <Button onClick={() => void refetch()}>{t("common.retry")}</Button>
        </div>
      </Notice>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("common.loading")} className={styles.times}>
        <Skeleton width="8rem" height="2.75rem" />
        <Skeleton height="4.5rem" />
      </div>
    );
  }
  const grouped = data.grouped_online_stock_groups;
  const parties = partiesOf(grouped);
  const party = partyOn(parties, chosen);
  if (party === null) {
    return (
      <EmptyState title={t(isDelivery ? "booking.no_slots_order" : "booking.no_slots")}>
        <p>{t("booking.no_slots_text")}</p>
      </EmptyState>
    );
  }
  const bookingOf = ({ slot, time }: OpenTime) => {
    const choice = { date, slot: String(slot), guests: String(party) };
    return `/${locale}${paths.newReservationOf(slug, time === null ? choice : { ...choice, time: String(time) })}`;
  };
  return (
    <div className={styles.times}>
      <SelectField
        className={styles.party}
        label={t(isDelivery ? "booking.portions" : "booking.guests")}
        value={party}
        onChange={(event) => onParty(Number(event.target.value))}
      >
        {parties.map((count) => (
          <option key={count} value={count}>
            {t(isDelivery ? "booking.portions_count" : "booking.guests_count", { count })}
          </option>
        ))}
      </SelectField>
      {openSlots(grouped, party, isDelivery).map(({ id, operation, title, times }) => (
        <section key={id} aria-labelledby={`slot-${id}`} className={styles.slot}>
          <h3 id={`slot-${id}`}>
            <span className={styles.meal}>
              {operation === "takeaway" && isDelivery ? t("operation.delivery") : t(`operation.${operation}`)}
            </span>
            {title}
          </h3>
          <ul>
            {times.map((time) => (
              <li key={time.time}>
                <a href={bookingOf(time)} target="_blank" rel="noopener" className={styles.time}>
                  {time.text || t("restaurant.order")}{" "}
                  <span className="visually-hidden">
                    {`${formatDate(date, locale)} ${title}`}
                    {t("common.new_tab")}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
