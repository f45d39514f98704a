import { useTranslation } from "react-i18next";
import { RestaurantHead } from "@/features/restaurants";
import layout from "@/features/restaurants/pages/RestaurantPage.module.css";
import { usePageData } from "@/navigation";
import { cx } from "@/ui";

/**
 * A restaurant's page until the application has loaded: its head and its description, with space reserved for the
 * calendar.
 */
export function RestaurantFirstScreen() {
  const { t } = useTranslation();
  const { restaurant, favorite } = usePageData("restaurant");
  return (
    <article>
      <RestaurantHead restaurant={restaurant} favorite={favorite} />
      <div className={layout.columns}>
        <aside className={cx(layout.booking, layout.awaited)}>
          <h2>{t("restaurant.calendar")}</h2>
        </aside>
        <div className={layout.story}>
          <p className={cx(layout.description, "prose")}>{restaurant.description}</p>
        </div>
      </div>
    </article>
  );
}
