import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFlash, useSession } from "@/api";
import type { Favorite } from "@/api";
import { Button, Dialog, ErrorText, Icon, lazyPart } from "@/ui";
import { useFavorite } from "../hooks/useFavorite";
import styles from "./FavoriteButtons.module.css";

const TeaserDialog = lazyPart(async () => (await import("@/features/plans/components/TeaserDialog")).default);

type Modal = "help" | "added" | "priority_email" | null;

export function FavoriteButtons({ slug, favorite }: { slug: string; favorite: Favorite }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [modal, setModal] = useState<Modal>(null);
  // The teaser stays mounted after its first opening, because a closing dialog returns the focus.
  const [isTeased, setTeased] = useState(false);

  const onChanged = (isNow: boolean) => {
    if (isNow && user?.is_jp) return setModal("added");
    const message = t(isNow ? "favorites.added_notice" : "favorites.removed_notice");
    showFlash({ kind: "notice", message, sticky: true });
  };
  const { favorited, changing, press, question } = useFavorite(slug, favorite.favorited, { onChanged });

  const closeAdded = () => {
    if (!user || user.is_premium) return setModal(null);
    setTeased(true);
    setModal("priority_email");
  };

  return (
    <div className={styles.group} role="group" aria-label={t("favorites.group")}>
      <Button
        busy={changing.busy}
        aria-pressed={favorited}
        className={favorited ? styles.on : undefined}
        onClick={press}
      >
        <Icon name="heart" size={18} filled={favorited} />
        {favorited ? t("favorites.added") : t("favorites.add")}
      </Button>
      <button
        type="button"
        className={styles.bell}
        aria-label={t("favorites.help.open")}
        onClick={() => setModal("help")}
      >
        <Icon name="bell" />
      </button>
      {changing.error && <ErrorText>{t("favorites.failed")}</ErrorText>}

      <Dialog title={t("favorites.help.title")} open={modal === "help"} onClose={() => setModal(null)}>
        <p>{t("favorites.help.text")}</p>
      </Dialog>

      {question}

      <Dialog
        title={t("favorites.added_modal.title")}
        open={modal === "added"}
        onClose={closeAdded}
        actions={
          <Button kind="primary" onClick={closeAdded}>
            {t("common.close")}
          </Button>
        }
      >
        <p>{t("favorites.added_modal.text")}</p>
      </Dialog>

      {isTeased && (
        <TeaserDialog source="priority_email" open={modal === "priority_email"} onClose={() => setModal(null)} />
      )}
    </div>
  );
}
