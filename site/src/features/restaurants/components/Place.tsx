import { useTranslation } from "react-i18next";
import type { RestaurantDetail } from "@/api";
import styles from "./Place.module.css";

type Located = Pick<RestaurantDetail, "restaurant_name" | "address" | "address_ja">;

/** The restaurant's address, in Japanese too for a taxi driver, and a link to a map. */
export function Place({ restaurant: { restaurant_name, address, address_ja } }: { restaurant: Located }) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ api: "1", query: `${restaurant_name} ${address}` });
  return (
    <>
      {address}{" "}
      {address_ja !== null && (
        <span className={styles.local}>
          {t("restaurant.for_taxi")} <span lang="ja">{address_ja}</span>
        </span>
      )}
      <a
        href={`https://www.google.com/maps/search/?${query.toString()}`}
        target="_blank"
        rel="noreferrer"
        className={styles.map}
      >
        {t("restaurant.map")}
        <span className="visually-hidden">{t("common.new_tab")}</span>
      </a>
    </>
  );
}
