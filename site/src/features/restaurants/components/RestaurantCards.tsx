import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RestaurantCard } from "@/api";
import { formatInstant, formatYen } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale } from "@/navigation";
import { Icon } from "@/ui";
import { placeLine } from "../model/place-line";
import styles from "./RestaurantCards.module.css";

const EAGER = 2;

interface Props<One extends RestaurantCard> {
  restaurants: One[];
  /** Draws the content below a card. */
  below?: (restaurant: One) => ReactNode;
}

export function RestaurantCards<One extends RestaurantCard>({ restaurants, below }: Props<One>) {
  return (
    <CardGrid
      restaurants={restaurants}
      renderCard={(restaurant, eager) => (
        <>
          <Card restaurant={restaurant} eager={eager} />
          {below?.(restaurant)}
        </>
      )}
    />
  );
}

interface GridProps<One extends RestaurantCard> {
  restaurants: One[];
  /** Draws a card; the pictures of the first ones load immediately. */
  renderCard: (restaurant: One, eager: boolean) => ReactNode;
}

export function CardGrid<One extends RestaurantCard>({ restaurants, renderCard }: GridProps<One>) {
  return (
    <ul className={styles.grid}>
      {restaurants.map((restaurant, index) => (
        <li key={restaurant.slug}>{renderCard(restaurant, index < EAGER)}</li>
      ))}
    </ul>
  );
}

export function Card({ restaurant, eager }: { restaurant: RestaurantCard; eager: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <img
          className={styles.picture}
          src={restaurant.image_url}
          alt=""
          width={1600}
          height={1000}
          loading={eager ? "eager" : "lazy"}
        />
        {restaurant.favorited && (
          <span className={styles.favorite}>
            <Icon name="heart" size={16} filled />
            <span className="visually-hidden">{t("favorites.added")}</span>
          </span>
        )}
      </div>
      <div className={styles.text}>
        <p className={styles.place}>{placeLine(restaurant, locale)}</p>
        <h3 className={styles.name}>
          <AppLink to={paths.restaurantOf(restaurant.slug)} className={styles.link}>
            {restaurant.restaurant_name}
          </AppLink>
        </h3>
        <p className={styles.tagline}>{restaurant.tagline}</p>
        <p className={styles.foot}>
          {restaurant.price_from !== null && (
            <span>{t("home.price_from", { price: formatYen(restaurant.price_from, locale) })}</span>
          )}
          {restaurant.is_delivery_only && <span className={styles.tag}>{t("home.delivery_only")}</span>}
          {restaurant.opens_at !== null && (
            <span className={styles.tag}>{t("home.opens_at", { at: formatInstant(restaurant.opens_at, locale) })}</span>
          )}
        </p>
      </div>
    </article>
  );
}
