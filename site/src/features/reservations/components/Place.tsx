import { useTranslation } from "react-i18next";
import type { ReservationPage } from "@/api";
import styles from "./Place.module.css";

/** The restaurant's address, and a link to a map. */
export function Place({ restaurant: { restaurant_name, address } }: Pick<ReservationPage, "restaurant">) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ api: "1", query: `${restaurant_name} ${address}` });
  return (
    <>
      {address}{" "}
      <a
        href={`https://www.google.com/maps/search/?${query.toString()}`}
        target="_blank"
        rel="noreferrer"
        className={styles.map}
      >
        {t("reservations.map")}
        <span className="visually-hidden">{t("common.new_tab")}</span>
      </a>
    </>
  );
}
