import { useTranslation } from "react-i18next";
import type { ReservationPage } from "@/api";
import { orderKindOf } from "@/features/booking";
import { AppLink, paths } from "@/navigation";
import styles from "./BookingState.module.css";
import { StatusTag } from "./StatusTag";

/** The state of the booking in one sentence. */
export function BookingState({ page: { reservation, restaurant } }: { page: ReservationPage }) {
  const { t } = useTranslation();
  const { status, is_declined, operation } = reservation;
  const key = is_declined ? "declined" : status;
  return (
    <div className={styles.state}>
      <img src={restaurant.image_url} alt="" width={1600} height={1000} className={styles.picture} />
      <div className={styles.words}>
        <h2>
          {orderKindOf(operation, restaurant) ? t(`reservations.state_order.${key}`) : t(`reservations.state.${key}`)}
        </h2>
        <div className={styles.row}>
          <StatusTag reservation={reservation} />
          {!restaurant.is_hidden && (
            <AppLink to={paths.restaurantOf(restaurant.slug)}>{t("reservations.to_restaurant")}</AppLink>
          )}
        </div>
      </div>
    </div>
  );
}
