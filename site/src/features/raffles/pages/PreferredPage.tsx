import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { AppLink, paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Pager } from "@/ui";
import styles from "../components/Raffle.module.css";
import { CheckDraw } from "../components/CheckDraw";
import { RaffleOutcome } from "../components/RaffleOutcome";
import { RafflePeriod } from "../components/RafflePeriod";
import { useEntryUpdates } from "../hooks/useEntryUpdates";

/** The diner's raffles: entries, wins, and the winners' booking time (diner §2). */
export default function PreferredPage() {
  const { t } = useTranslation();
  const { raffles, current_page, total_pages } = usePageData("preferred");
  const { revalidate } = useRevalidator();
  useEntryUpdates(() => void revalidate());
  useTitle(t("preferred.title"));
  return (
    <PageFrame narrow title={t("preferred.title")} lead={<AppLink to={paths.raffle}>{t("raffle.what")}</AppLink>}>
      {raffles.length === 0 && (
        <EmptyState title={t("preferred.empty")}>
          <p>{t("preferred.empty_text")}</p>
          <ButtonLink kind="primary" to={paths.home}>
            {t("common.find_restaurants")}
          </ButtonLink>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {raffles.map(({ raffle, restaurant_name, restaurant_slug }) => (
          <li key={raffle.uid}>
            <article className={styles.card}>
              <h2>
                {restaurant_slug === null ? (
                  restaurant_name
                ) : (
                  <AppLink to={paths.restaurantOf(restaurant_slug)}>{restaurant_name}</AppLink>
                )}
              </h2>
              <RafflePeriod raffle={raffle} />
              {raffle.participation !== null && (
                <RaffleOutcome slug={restaurant_slug} raffle={raffle} participation={raffle.participation} />
              )}
              <CheckDraw raffle={raffle} />
            </article>
          </li>
        ))}
      </ul>
      <Pager current={current_page} total={total_pages} />
    </PageFrame>
  );
}
