import { useTranslation } from "react-i18next";
import { serverNow } from "@/api";
import type { FavoriteCard } from "@/api";
import { TOKYO, dateInZone } from "@seki/shared/civil-time";
import { FavoriteActions, useFavorite } from "@/features/favorites";
import { PremiumButton } from "@/features/plans";
import { paths, usePageData, useTitle } from "@/navigation";
import { ButtonLink, EmptyState, PageFrame, Pager, Stack } from "@/ui";
import { Card, CardGrid } from "../components/RestaurantCards";

function Favorite({ restaurant, eager }: { restaurant: FavoriteCard; eager: boolean }) {
  const favorite = useFavorite(restaurant.slug, true, {});
  return (
    <>
      <Card restaurant={{ ...restaurant, favorited: favorite.favorited }} eager={eager} />
      <FavoriteActions restaurant={restaurant} favorite={favorite} />
    </>
  );
}

function favoriteOf(restaurant: FavoriteCard, eager: boolean) {
  return <Favorite restaurant={restaurant} eager={eager} />;
}

export default function FavoritesPage() {
  const { t } = useTranslation();
  const { restaurants, current_page, total_pages } = usePageData("customers");
  useTitle(t("favorites.title"));
  return (
    <PageFrame title={t("favorites.title")} lead={t("favorites.lead")}>
      <Stack>
        <div>
          <PremiumButton
            source="premium_calendar"
            to={paths.premiumCalendarOf(Number(dateInZone(serverNow(), TOKYO).slice(5, 7)))}
            label={t("plans.calendar.title")}
          />
        </div>
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
            <CardGrid restaurants={restaurants} renderCard={favoriteOf} />
          </>
        )}
        <Pager current={current_page} total={total_pages} />
      </Stack>
    </PageFrame>
  );
}
