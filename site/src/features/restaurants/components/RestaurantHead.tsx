import type { Favorite, RestaurantDetail } from "@/api";
import { FavoriteButtons } from "@/features/favorites";
import { useLocale } from "@/navigation";
import { placeLine } from "../model/place-line";
import styles from "./RestaurantHead.module.css";

interface Props {
  restaurant: Pick<
    RestaurantDetail,
    | "slug"
    | "image_url"
    | "restaurant_name"
    | "restaurant_name_en"
    | "tagline"
    | "prefecture_i18n"
    | "area"
    | "cuisine_text"
  >;
  favorite: Favorite;
}

/** The head of a restaurant's page: picture, name and favourite button. */
export function RestaurantHead({ restaurant, favorite }: Props) {
  const locale = useLocale();
  return (
    <header className={styles.head}>
      <img className={styles.cover} src={restaurant.image_url} alt="" width={1600} height={1000} fetchPriority="high" />
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
  );
}
