import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { formatDay } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Stack } from "@/ui";
import { AdvancedSearchForm } from "../components/AdvancedSearchForm";
import styles from "../components/plans.module.css";

export default function PremiumRestaurantsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { search } = useLocation();
  const page = usePageData("premium_restaurants");
  useTitle(t("plans.search.title"));

  const pageOf = (number: number) => {
    const query = new URLSearchParams(search);
    query.set("page", String(number));
    return `${paths.premium_restaurants}?${query.toString()}`;
  };

  return (
    <PageFrame title={t("plans.search.title")} lead={<AppLink to={paths.premium}>{t("plans.member.title")}</AppLink>}>
      <Stack>
        <AdvancedSearchForm
          key={search}
          areas={page.areas}
          cuisines={page.cuisines}
          today={page.today}
          params={page.params}
          enabled
        />
        <h2>{t("plans.search.results")}</h2>
        <p role="status">{t("plans.search.count", { count: page.restaurants.length })}</p>
        {page.restaurants.length === 0 ? (
          <EmptyState title={t("plans.search.empty")}>
            <p>{t("plans.search.empty_text")}</p>
          </EmptyState>
        ) : (
          <ul className={styles.found}>
            {page.restaurants.map((card) => (
              <li key={card.slug}>
                {card.image_url && <img src={card.image_url} alt="" loading="lazy" />}
                <h3>
                  <AppLink to={paths.newReservationOf(card.slug, { date: card.available_dates[0] ?? "" })}>
                    {card.restaurant_name}
                  </AppLink>
                </h3>
                <p>{`${card.cuisine_text} ・ ${card.area}`}</p>
                <p className={styles.free}>
                  {t("plans.search.available", {
                    dates: card.available_dates.map((date) => formatDay(date, locale)).join(" "),
                  })}
                </p>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.links}>
          {page.current_page > 1 && <ButtonLink to={pageOf(page.current_page - 1)}>{t("pager.previous")}</ButtonLink>}
          {page.has_more && <ButtonLink to={pageOf(page.current_page + 1)}>{t("pager.next")}</ButtonLink>}
        </div>
      </Stack>
    </PageFrame>
  );
}
