import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { formatDays, formatRange, formatYen } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { BeyondLastPage, ButtonLink, EmptyState, IgnoredConditions, Notice, PageFrame, Panel, Stack } from "@/ui";
import { AdvancedSearchForm } from "../components/AdvancedSearchForm";
import { searchIn, searchOf } from "../model/search";
import type { SearchPageData } from "../model/search-loader";
import styles from "../components/plans.module.css";

export default function PremiumRestaurantsPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const page: SearchPageData = usePageData("premium_restaurants");
  const asked = page.refused ? searchIn(new URLSearchParams(search), page.today) : searchOf(page.params, page.today);
  useTitle(t("plans.search.title"));

  return (
    <PageFrame title={t("plans.search.title")} lead={<AppLink to={paths.premium}>{t("plans.member.title")}</AppLink>}>
      <Stack>
        {page.refused && (
          <Notice kind="alert" live>
            <p>{t("plans.search.refused")}</p>
          </Notice>
        )}
        <IgnoredConditions names={page.ignored_conditions} />
        {/* Collapsed above results, which would be below the fold on a phone otherwise. */}
        <details key={search} className={styles.conditions} open={search === "" || page.refused}>
          <summary>
            {t("plans.search.change")}
            {!page.refused && <Conditions page={page} />}
          </summary>
          <Panel>
            <AdvancedSearchForm
              areas={page.areas}
              cuisines={page.cuisines}
              facilities={page.facilities}
              today={page.today}
              search={asked}
              enabled
            />
          </Panel>
        </details>
        {!page.refused && <Results page={page} search={search} />}
      </Stack>
    </PageFrame>
  );
}

/** The conditions of the search in one line. */
function Conditions({ page }: { page: SearchPageData }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { from_date, to_date, guests_count, inventory_type, keyword, price_min, price_max, ...lists } = page.params;
  const price = (amount: number | null) => (amount === null ? "" : formatYen(amount, locale));
  const parts = [
    formatRange(from_date, to_date, locale),
    guests_count !== null && t("plans.search.guests_count", { count: guests_count }),
    ...page.areas.filter(({ id }) => id === lists.area_id).map(({ label }) => label),
    inventory_type !== null && t(`plans.search.type.${inventory_type}`),
    keyword,
    (price_min !== null || price_max !== null) &&
      t("plans.search.price_range", { from: price(price_min), till: price(price_max) }),
    ...lists.operations.map((operation) => t(`plans.search.operation.${operation}`)),
    ...page.cuisines.filter(({ id }) => lists.cuisines.includes(id)).map(({ label }) => label),
    ...page.facilities.filter(({ id }) => lists.facilities.includes(id)).map(({ label }) => label),
  ];
  return <span>{parts.filter(Boolean).join(" / ")}</span>;
}

function Results({ page, search }: { page: SearchPageData; search: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const pageOf = (number: number) => {
    const query = new URLSearchParams(search);
    query.set("page", String(number));
    return `${paths.premium_restaurants}?${query.toString()}`;
  };
  return (
    <>
      <h2>{t("plans.search.results")}</h2>
      <p role="status">{t("plans.search.count", { count: page.restaurants.length })}</p>
      {page.restaurants.length === 0 && (page.total_count ?? 0) > 0 ? (
        <BeyondLastPage path={paths.premium_restaurants} />
      ) : page.restaurants.length === 0 ? (
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
              <p>{[card.cuisine_text, card.area].join(locale === "ja" ? "・" : ", ")}</p>
              <p className={styles.free}>
                {t("plans.search.available", {
                  dates: formatDays(card.available_dates, locale),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.links}>
        {page.current_page > 1 && page.restaurants.length > 0 && (
          <ButtonLink to={pageOf(page.current_page - 1)}>{t("pager.previous")}</ButtonLink>
        )}
        {page.has_more && <ButtonLink to={pageOf(page.current_page + 1)}>{t("pager.next")}</ButtonLink>}
      </div>
    </>
  );
}
