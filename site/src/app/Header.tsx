import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { useSession, useSiteConfig } from "@/api";
import { AppLink, paths } from "@/navigation";
import { ButtonLink, Icon, cx } from "@/ui";
import styles from "./Header.module.css";
import { signOut, useSignInPath } from "./account-menu";
import { LanguageSwitcher } from "./LanguageSwitcher";
import { Logo } from "./Logo";
import { MobileMenu } from "./MobileMenu";

export function Header() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { links } = useSiteConfig();
  const signIn = useSignInPath();
  const [mobileOpen, setMobileOpen] = useState(false);

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <AppLink to={paths.home} className={styles.logo} aria-label={t("common.site_name_home")}>
          <Logo />
        </AppLink>
        <nav className={styles.nav} aria-label={t("common.main_menu")}>
          {user ? (
            <>
              <AppLink to={paths.upcoming_reservations} className={styles.link}>
                {t("menu.reservations")}
              </AppLink>
              <AppLink to={paths.customers} className={styles.link}>
                {t("menu.favorites")}
              </AppLink>
              <UserMenu name={`${user.name_last} ${user.name_first}`} />
            </>
          ) : (
            <>
              {links.owners !== null && (
                <AppLink to={links.owners} className={styles.link}>
                  {t("menu.owners")}
                </AppLink>
              )}
              {links.help !== null && (
                <AppLink to={links.help} className={styles.link}>
                  {t("menu.help")}
                </AppLink>
              )}
              <AppLink to={signIn} className={styles.link}>
                {t("menu.sign_in")}
              </AppLink>
              <ButtonLink kind="primary" to={paths.sign_up} className={styles.join}>
                {t("menu.sign_up")}
              </ButtonLink>
            </>
          )}
        </nav>
        <LanguageSwitcher />
        <button
          type="button"
          className={styles.burger}
          aria-label={t("common.open_menu")}
          aria-expanded={mobileOpen}
          onClick={() => setMobileOpen(true)}
        >
          <Icon name="menu" size={24} />
        </button>
      </div>
      <MobileMenu open={mobileOpen} onClose={() => setMobileOpen(false)} />
    </header>
  );
}

function UserMenu({ name }: { name: string }) {
  const { t } = useTranslation();
  const { menu } = useSession();
  const { key: visit } = useLocation();
  const ref = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) ref.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);

  return (
    <details
      key={visit}
      ref={ref}
      className={styles.userMenu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !ref.current?.open) return;
        ref.current.open = false;
        ref.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={styles.userName}>
        <Icon name="user" size={18} />
        <span>{name}</span>
        <Icon name="chevron_down" size={14} />
      </summary>
      <ul className={styles.dropdown}>
        {menu.map(({ key, to }) => (
          <li key={key}>
            <AppLink to={to} className={styles.item}>
              {t(`menu.${key}`)}
            </AppLink>
          </li>
        ))}
        <li>
          <button type="button" className={cx(styles.item, styles.out)} onClick={() => void signOut()}>
            {t("common.sign_out")}
          </button>
        </li>
      </ul>
    </details>
  );
}
