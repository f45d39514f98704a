import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { MonthCalendar, useTokenRenewal } from "@/features/availability";
import { RaffleSection } from "@/features/raffles";
import { WaitingRoom } from "@/features/waiting-room";
import { formatInstant } from "@seki/shared/civil-time";
import { paths, useLocale, usePageData, useTitle } from "@/navigation";
import { ButtonLink, Icon, Notice, cx } from "@/ui";
import { About } from "../components/About";
import { CareersContact } from "../components/CareersContact";
import { Courses } from "../components/Courses";
import { Gallery } from "../components/Gallery";
import { GuideTeaser, TakeawayStores } from "../components/ExternalLists";
import { RestaurantHead } from "../components/RestaurantHead";
import styles from "./RestaurantPage.module.css";

export default function RestaurantPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const { restaurant, favorite, calendar, raffle } = usePageData("restaurant");
  const [month, setMonth] = useState(calendar.default_month);
  const opensSoon = calendar.seconds_before_creatable > 0;
  const bookable = (restaurant.is_open_online || opensSoon) && calendar.reservable_till !== null;
  const reservePath = paths.newReservationOf(restaurant.slug);
  const ordering = restaurant.is_delivery_only;
  const reserveLabel = t(ordering ? "restaurant.order" : "restaurant.reserve");
  useTitle(restaurant.restaurant_name);
  useTokenRenewal(calendar);

  return (
    <article>
      <RestaurantHead restaurant={restaurant} favorite={favorite} />

      <div className={styles.columns}>
        <aside className={styles.booking} id="calendar">
          <h2>{t(ordering ? "restaurant.calendar_order" : "restaurant.calendar")}</h2>
          <WaitingRoom slug={restaurant.slug} calendar={calendar} />
          {bookable ? (
            <>
              <p className={styles.hint}>
                {t(ordering ? "restaurant.calendar_hint_order" : "restaurant.calendar_hint")}
              </p>
              <MonthCalendar
                slug={restaurant.slug}
                calendar={calendar}
                month={month}
                onMonthChange={setMonth}
                selected={null}
                isOrder={ordering}
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
                  ? t(ordering ? "restaurant.opens_at_order" : "restaurant.opens_at", {
                      at: formatInstant(restaurant.online_starts_at, locale),
                    })
                  : t(ordering ? "restaurant.not_open_order" : "restaurant.not_open")}
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
