import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { useJustOpened } from "@seki/shared/dialogs";
import { useSession, useSiteConfig } from "@/api";
import { AppLink, paths } from "@/navigation";
import { ButtonLink, Icon } from "@/ui";
import { signOut, useSignInPath } from "./account-menu";
import styles from "./MobileMenu.module.css";

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { user, menu } = useSession();
  const { links } = useSiteConfig();
  const signIn = useSignInPath();
  const { key: visit } = useLocation();
  const ref = useRef<HTMLDialogElement>(null);
  const openedAt = useRef(visit);
  const ignoreSecondClick = useJustOpened(open);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  useEffect(() => {
    if (openedAt.current === visit) return;
    openedAt.current = visit;
    onClose();
  }, [visit, onClose]);

  return (
    <dialog
      ref={ref}
      className={styles.sheet}
      aria-label={t("common.main_menu")}
      onClickCapture={ignoreSecondClick}
      onClose={onClose}
    >
      {open && (
        <nav className={styles.nav} aria-label={t("common.main_menu")}>
          <button type="button" className={styles.close} aria-label={t("common.close")} onClick={onClose}>
            <Icon name="close" size={24} />
          </button>
          {user ? (
            <>
              <p className={styles.name}>{`${user.name_last} ${user.name_first}`}</p>
              <ul>
                {menu.map(({ key, to }) => (
                  <li key={key}>
                    <AppLink to={to} className={styles.item}>
                      {t(`menu.${key}`)}
                    </AppLink>
                  </li>
                ))}
                <li>
                  <button type="button" className={styles.item} onClick={() => void signOut()}>
                    {t("common.sign_out")}
                  </button>
                </li>
              </ul>
            </>
          ) : (
            <>
              <div className={styles.join}>
                <ButtonLink kind="primary" wide to={paths.sign_up}>
                  {t("menu.sign_up")}
                </ButtonLink>
                <ButtonLink wide to={signIn}>
                  {t("menu.sign_in")}
                </ButtonLink>
              </div>
              <ul>
                {links.owners !== null && (
                  <li>
                    <AppLink to={links.owners} className={styles.item}>
                      {t("menu.owners")}
                    </AppLink>
                  </li>
                )}
                {links.help !== null && (
                  <li>
                    <AppLink to={links.help} className={styles.item}>
                      {t("menu.help")}
                    </AppLink>
                  </li>
                )}
              </ul>
            </>
          )}
        </nav>
      )}
    </dialog>
  );
}
