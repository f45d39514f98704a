import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageData } from "@/api";
import { formatDate } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { MonthCalendar, useTokenRenewal } from "@/features/availability";
import { paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Notice } from "@/ui";
import { DayTimes } from "../components/DayTimes";
import styles from "./WidgetPage.module.css";

/** A restaurant's free times, in a frame on its own site. A chosen time continues in a new window. */
export default function WidgetPage() {
  const { t } = useTranslation();
  const { restaurant } = usePageData("widget");
  useTitle(restaurant?.restaurant_name ?? t("widget.missing"));
  if (restaurant === null) {
    return (
      <>
        <h1>{t("widget.missing")}</h1>
        <p>{t("widget.missing_text")}</p>
      </>
    );
  }
  return <Booking key={restaurant.slug} restaurant={restaurant} />;
}

function Booking({ restaurant }: { restaurant: NonNullable<PageData["widget"]["restaurant"]> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { slug, calendar, is_delivery_only } = restaurant;
  const [month, setMonth] = useState(calendar.default_month);
  const [date, setDate] = useState<CivilDate | null>(null);
  const [party, setParty] = useState<number | null>(null);
  const isOpen =
    (restaurant.is_open_online || calendar.seconds_before_creatable > 0) && calendar.reservable_till !== null;
  useTokenRenewal(calendar);
  return (
    <>
      <h1 className={styles.name}>{restaurant.restaurant_name}</h1>
      {isOpen ? (
        <div className={styles.columns}>
          <section aria-labelledby="date" className={styles.step}>
            <h2 id="date">{t("booking.choose_date")}</h2>
            <MonthCalendar
              slug={slug}
              calendar={calendar}
              month={month}
              onMonthChange={setMonth}
              selected={date}
              isOrder={is_delivery_only}
              onSelect={setDate}
            />
          </section>
          <section aria-labelledby="time" aria-live="polite" className={styles.step}>
            <h2 id="time">
              {date === null
                ? t(is_delivery_only ? "booking.choose_slot_order" : "widget.choose_time")
                : formatDate(date, locale)}
            </h2>
            {date === null ? (
              <p className={styles.hint}>{t("booking.choose_date_first")}</p>
            ) : (
              <DayTimes
                slug={slug}
                calendar={calendar}
                isDelivery={is_delivery_only}
                date={date}
                party={party}
                onParty={setParty}
              />
            )}
          </section>
        </div>
      ) : (
        <Notice>
          <p>{t("restaurant.not_open")}</p>
        </Notice>
      )}
      <p className={styles.foot}>
        <a href={`/${locale}${paths.restaurantOf(slug)}`} target="_blank" rel="noopener">
          {t("widget.page")}
          <span className="visually-hidden">{t("common.new_tab")}</span>
        </a>
      </p>
    </>
  );
}
