import { useTranslation } from "react-i18next";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Pager } from "@/ui";
import { RestaurantCards } from "../components/RestaurantCards";

export default function FavoritesPage() {
  const { t } = useTranslation();
  const { restaurants, current_page, total_pages } = usePageData("customers");
  useTitle(t("favorites.title"));
  return (
    <PageFrame title={t("favorites.title")} lead={t("favorites.lead")}>
      {restaurants.length === 0 ? (
        <EmptyState title={t("favorites.empty")}>
          <p>{t("favorites.empty_text")}</p>
          <ButtonLink kind="primary" to={paths.home}>
            {t("common.find_restaurants")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <h2 className="visually-hidden">{t("home.restaurants")}</h2>
          <RestaurantCards restaurants={restaurants} />
        </>
      )}
      <Pager current={current_page} total={total_pages} />
    </PageFrame>
  );
}
