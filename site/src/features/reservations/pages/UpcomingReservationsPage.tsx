import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Pager, Stack } from "@/ui";
import { ReservationCard } from "../components/ReservationCard";
import styles from "./UpcomingReservationsPage.module.css";

export default function UpcomingReservationsPage() {
  const { t } = useTranslation();
  const { reservations, past, current_page, total_pages } = usePageData("upcoming_reservations");
  useTitle(t("reservations.title"));
  return (
    <PageFrame title={t("reservations.title")}>
      <div className={styles.lists}>
        <section aria-labelledby="upcoming">
          <Stack>
            <h2 id="upcoming">{t("reservations.upcoming")}</h2>
            {reservations.length === 0 ? (
              <EmptyState title={t("reservations.empty")}>
                <p>{t("reservations.empty_text")}</p>
                <ButtonLink kind="primary" to={paths.home}>
                  {t("common.find_restaurants")}
                </ButtonLink>
              </EmptyState>
            ) : (
              <ul className={styles.list}>
                {reservations.map((reservation) => (
                  <li key={reservation.uid}>
                    <ReservationCard reservation={reservation} />
                  </li>
                ))}
              </ul>
            )}
          </Stack>
        </section>
        {past.length > 0 && (
          <section aria-labelledby="past">
            <Stack>
              <h2 id="past">{t("reservations.past")}</h2>
              <ul className={styles.list}>
                {past.map((reservation) => (
                  <li key={reservation.uid}>
                    <ReservationCard reservation={reservation} />
                  </li>
                ))}
              </ul>
            </Stack>
          </section>
        )}
        <Pager current={current_page} total={total_pages} />
      </div>
    </PageFrame>
  );
}
