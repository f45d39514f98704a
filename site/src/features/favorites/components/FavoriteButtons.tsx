import { Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash, useSession } from "@/api";
import type { Favorite } from "@/api";
import { Button, Dialog, ErrorText, Icon } from "@/ui";
import { isSignedOut, signInForFavorite } from "../model/sign-in";
import { OptInDialog } from "./OptInDialog";
import styles from "./FavoriteButtons.module.css";

const TeaserDialog = lazy(() => import("@/features/plans/components/TeaserDialog"));

type Modal = "help" | "opt_in" | "added" | "priority_email" | null;
type State = "idle" | "busy" | "error";

export function FavoriteButtons({ slug, favorite }: { slug: string; favorite: Favorite }) {
  const { t } = useTranslation();
  const { signed_in, user } = useSession();
  const [favorited, setFavorited] = useState(favorite.favorited);
  const [state, setState] = useState<State>("idle");
  const [modal, setModal] = useState<Modal>(null);
  // The teaser stays once it was shown: a dialog that closes gives the focus back.
  const [isTeased, setTeased] = useState(false);

  const add = async (notification: boolean) => {
    setState("busy");
    try {
      await send("POST", "/users/api/customers", {
        body: { restaurant_slug: slug, customer: { shop_notification: notification } },
      });
      setFavorited(true);
      setState("idle");
      if (user?.is_jp) setModal("added");
      else {
        setModal(null);
        showFlash({ kind: "notice", message: t("favorites.added_notice"), sticky: true });
      }
    } catch (error) {
      refused(error);
    }
  };

  const remove = async () => {
    setState("busy");
    try {
      await send("POST", "/users/api/customers/hide", { body: { restaurant_slug: slug } });
      setFavorited(false);
      setState("idle");
      showFlash({ kind: "notice", message: t("favorites.removed_notice"), sticky: true });
    } catch (error) {
      refused(error);
    }
  };

  const refused = (error: unknown) => {
    setModal(null);
    if (isSignedOut(error)) signInForFavorite(slug);
    else setState("error");
  };

  const click = () => {
    if (!signed_in) signInForFavorite(slug);
    else if (favorited) void remove();
    else if (user?.is_jp) void add(true);
    else setModal("opt_in");
  };

  const closeAdded = () => {
    if (!user || user.is_premium) return setModal(null);
    setTeased(true);
    setModal("priority_email");
  };

  return (
    <div className={styles.group} role="group" aria-label={t("favorites.group")}>
      <Button
        busy={state === "busy"}
        aria-pressed={favorited}
        className={favorited ? styles.on : undefined}
        onClick={click}
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
      {state === "error" && <ErrorText>{t("favorites.failed")}</ErrorText>}

      <Dialog title={t("favorites.help.title")} open={modal === "help"} onClose={() => setModal(null)}>
        <p>{t("favorites.help.text")}</p>
      </Dialog>

      <OptInDialog
        open={modal === "opt_in"}
        busy={state === "busy"}
        onClose={() => setModal(null)}
        onAdd={(notification) => void add(notification)}
      />

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
        <Suspense fallback={null}>
          <TeaserDialog source="priority_email" open={modal === "priority_email"} onClose={() => setModal(null)} />
        </Suspense>
      )}
    </div>
  );
}
