import { useTranslation } from "react-i18next";
import type { FavoriteCard } from "@/api";
import { Button, ErrorText } from "@/ui";
import { useFavorite } from "../hooks/useFavorite";

/**
 * Removes a restaurant from the list of favourites. Its card stays until the page is left, and the same button adds it
 * again with the diner's previous setting for its mails.
 */
export function RemoveButton({
  restaurant: { slug, restaurant_name: name, notifications },
}: {
  restaurant: FavoriteCard;
}) {
  const { t } = useTranslation();
  const { favorited, changing, press, add } = useFavorite(slug, true, {});
  return (
    <>
      {!favorited && <span role="status">{t("favorites.removed_notice")}</span>}
      <Button
        kind="text"
        busy={changing.busy}
        aria-label={t(favorited ? "favorites.remove_label" : "favorites.undo_label", { name })}
        onClick={favorited ? press : () => void add(notifications.subscribe_to_announcements)}
      >
        {t(favorited ? "favorites.remove" : "favorites.undo")}
      </Button>
      {changing.error && <ErrorText>{t("favorites.failed")}</ErrorText>}
    </>
  );
}
