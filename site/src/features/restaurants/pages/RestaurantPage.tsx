import { useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { MonthCalendar } from "@/features/availability";
import { FavoriteButtons } from "@/features/favorites";
import { RaffleSection } from "@/features/raffles";
import { formatInstant } from "@seki/shared/civil-time";
import { paths, useLocale, usePageData, useTitle } from "@/navigation";
import { ButtonLink, Icon, Notice, cx } from "@/ui";
import { About } from "../components/About";
import { CareersContact } from "../components/CareersContact";
import { Courses } from "../components/Courses";
import { Gallery } from "../components/Gallery";
import { GuideTeaser, TakeawayStores } from "../components/Neighbours";
import { placeLine } from "../model/place-line";
import styles from "./RestaurantPage.module.css";

/** Leave a little before the token does, so that no look at the calendar meets an expired one. */
const RENEW_MARGIN_MS = 5_000;

export default function RestaurantPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { restaurant, favorite, calendar, raffle } = usePageData("restaurant");
  const [month, setMonth] = useState(calendar.default_month);
  const opensSoon = calendar.seconds_before_creatable > 0;
  const bookable = (restaurant.is_open_online || opensSoon) && calendar.reservable_till !== null;
  const reservePath = paths.newReservationOf(restaurant.slug);
  const reserveLabel = restaurant.is_delivery_only ? t("restaurant.order") : t("restaurant.reserve");
  useTitle(restaurant.restaurant_name);

  useEffect(() => {
    const life = Date.parse(calendar.token_expires_at) - Date.parse(calendar.token_issued_at);
    const timer = setTimeout(() => void revalidate(), Math.max(RENEW_MARGIN_MS, life - RENEW_MARGIN_MS));
    return () => clearTimeout(timer);
  }, [calendar, revalidate]);

  return (
    <article>
      <header className={styles.head}>
        <img
          className={styles.cover}
          src={restaurant.image_url}
          alt=""
          width={1600}
          height={1000}
          fetchPriority="high"
        />
        <div className={styles.titles}>
          <p className={styles.place}>{placeLine(restaurant, locale)}</p>
          <h1>{restaurant.restaurant_name}</h1>
          {locale === "ja" && restaurant.restaurant_name_en && (
            <p className={styles.english} lang="en">
              {restaurant.restaurant_name_en}
            </p>
          )}
          <p className={styles.tagline}>{restaurant.tagline}</p>
          <FavoriteButtons key={restaurant.slug} slug={restaurant.slug} favorite={favorite} />
        </div>
      </header>

      <div className={styles.columns}>
        <aside className={styles.booking} id="calendar">
          <h2>{t("restaurant.calendar")}</h2>
          {bookable ? (
            <>
              <p className={styles.hint}>{t("restaurant.calendar_hint")}</p>
              <MonthCalendar
                slug={restaurant.slug}
                calendar={calendar}
                month={month}
                onMonthChange={setMonth}
                selected={null}
                onSelect={(date) => void navigate(paths.newReservationOf(restaurant.slug, { date }))}
              />
              <ButtonLink kind="accent" wide to={reservePath} className={styles.reserve}>
                {reserveLabel}
              </ButtonLink>
            </>
          ) : (
            <Notice>
              <p>
                {restaurant.online_starts_at !== null && !restaurant.is_open_online
                  ? t("restaurant.opens_at", { at: formatInstant(restaurant.online_starts_at, locale) })
                  : t("restaurant.not_open")}
              </p>
            </Notice>
          )}
          {raffle !== null && <RaffleSection slug={restaurant.slug} raffle={raffle} />}
        </aside>

        <div className={styles.story}>
          <p className={cx(styles.description, "prose")}>{restaurant.description}</p>
          <Gallery
            pictures={restaurant.gallery
              .map((url, index) => ({ url, text: restaurant.gallery_alts[index] ?? "" }))
              .filter(({ url }) => url !== restaurant.image_url)}
            name={restaurant.restaurant_name}
          />
          <Courses
            courses={restaurant.courses}
            operations={restaurant.operations}
            deliveryOnly={restaurant.is_delivery_only}
          />
          <About restaurant={restaurant} />
          {restaurant.careers && <CareersContact careers={restaurant.careers} name={restaurant.restaurant_name} />}
        </div>
      </div>

      <TakeawayStores key={`stores ${restaurant.slug}`} slug={restaurant.slug} />
      <GuideTeaser key={`guide ${restaurant.slug}`} slug={restaurant.slug} />

      {bookable && (
        <div className={styles.bar}>
          <p>
            <Icon name="calendar" size={18} /> {restaurant.restaurant_name}
          </p>
          <ButtonLink kind="accent" to={reservePath}>
            {reserveLabel}
          </ButtonLink>
        </div>
      )}
    </article>
  );
}
