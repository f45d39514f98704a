import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FavoriteCard, NotificationView } from "@/api";
import { Button, ErrorText } from "@/ui";
import type { useFavorite } from "../hooks/useFavorite";
import styles from "./FavoriteActions.module.css";
import { NotificationsButton } from "./NotificationsButton";

interface Props {
  restaurant: FavoriteCard;
  favorite: ReturnType<typeof useFavorite>;
}

/**
 * The mail settings of a favourite, and its removal. The card of a removed favourite stays until the page is left, and
 * the same button adds the favourite again with the diner's previous consent to its mails.
 */
export function FavoriteActions({ restaurant, favorite }: Props) {
  const { t } = useTranslation();
  const { restaurant_name: name, customer_id: customerId } = restaurant;
  const { favorited, changing, press, undo } = favorite;
  // Kept here, because reading the list again would drop the cards of removed favourites.
  const [notifications, setNotifications] = useState<NotificationView>(restaurant.notifications);
  return (
    <div className={styles.buttons}>
      {favorited ? (
        <NotificationsButton
          name={name}
          customerId={customerId}
          notifications={notifications}
          onSaved={setNotifications}
        />
      ) : (
        <span role="status">{t("favorites.removed_notice")}</span>
      )}
      <Button
        kind="text"
        busy={changing.busy}
        aria-label={t(favorited ? "favorites.remove_label" : "favorites.undo_label", { name })}
        onClick={favorited ? press : () => void undo()}
      >
        {t(favorited ? "favorites.remove" : "favorites.undo")}
      </Button>
      {changing.error && <ErrorText>{t("favorites.failed")}</ErrorText>}
    </div>
  );
}
