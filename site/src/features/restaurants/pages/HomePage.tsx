import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import type { RestaurantCard } from "@/api";
import { AdvancedSearchButton, PremiumButton, VacancyLabel, useVacancies } from "@/features/plans";
import { paths, usePageData, useTitle } from "@/navigation";
import { BeyondLastPage, ButtonLink, EmptyState, IgnoredConditions, Pager, bringIntoReach } from "@/ui";
import { Hero } from "../components/Hero";
import { RestaurantCards } from "../components/RestaurantCards";
import { SearchForm } from "../components/SearchForm";
import styles from "./HomePage.module.css";

function labelFrom(vacancies: Record<string, string[]>) {
  return ({ slug }: RestaurantCard) => <VacancyLabel dates={vacancies[slug]} />;
}

export default function HomePage() {
  const { t } = useTranslation();
  const home = usePageData("home");
  const { area, cuisine, keyword, facilities } = home.filter;
  const searching = Boolean(area || cuisine || keyword) || facilities.length > 0;
  const { search } = useLocation();
  const shownSearch = useRef(search);
  const results = useRef<HTMLHeadingElement>(null);
  const vacancies = useVacancies(home.restaurants.map(({ slug }) => slug));
  useTitle(t("home.title"));

  useEffect(() => {
    if (shownSearch.current === search) return;
    shownSearch.current = search;
    if (results.current) bringIntoReach(results.current);
  }, [search]);

  return (
    <>
      <Hero />
      <div className={styles.page}>
        <SearchForm home={home} />
        <div className={styles.doors}>
          <AdvancedSearchButton areas={home.areas} cuisines={home.cuisines} facilities={home.facilities} />
          <PremiumButton source="vacant_seat_label" to={null} label={t("plans.vacancy.teaser")} />
        </div>
        <IgnoredConditions names={home.ignored_conditions} />
        <section className={styles.results} aria-labelledby="results">
          <div className={styles.head}>
            <h2 id="results" ref={results} tabIndex={-1}>
              {searching ? t("home.results") : t("home.restaurants")}
            </h2>
            <p role="status">{t("home.count", { count: home.total_count })}</p>
          </div>
          {home.restaurants.length > 0 ? (
            <RestaurantCards restaurants={home.restaurants} below={labelFrom(vacancies)} />
          ) : home.total_count > 0 ? (
            <BeyondLastPage path={paths.home} />
          ) : (
            <EmptyState title={t("common.no_restaurants")}>
              <p>{home.nearest.length === 0 ? t("common.no_restaurants_text") : t("home.nearest_text")}</p>
              <ButtonLink to="/">{t("common.clear_conditions")}</ButtonLink>
            </EmptyState>
          )}
          {home.nearest.length > 0 && (
            <section className={styles.nearest} aria-labelledby="nearest">
              <h2 id="nearest">{t("home.nearest")}</h2>
              <RestaurantCards restaurants={home.nearest} />
            </section>
          )}
          <Pager current={home.current_page} total={home.total_pages} />
        </section>
        <section className={styles.promises} aria-label={t("home.benefits.label")}>
          {(["seat", "fee", "fair"] as const).map((key) => (
            <div key={key} className={styles.promise}>
              <h3>{t(`home.benefits.${key}.title`)}</h3>
              <p>{t(`home.benefits.${key}.text`)}</p>
            </div>
          ))}
        </section>
      </div>
    </>
  );
}
