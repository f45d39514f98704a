import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api";
import { AskProvider } from "@/ui";
import { EmailBanner } from "./EmailBanner";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Notices } from "./Notices";
import styles from "./RootLayout.module.css";

export function RootLayout() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { pathname } = useLocation();
  const moving = useNavigation().state === "loading";
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <AskProvider>
      <a href="#main" className={styles.skip}>
        {t("common.skip_to_main")}
      </a>
      {moving && <progress className={styles.progress} aria-label={t("common.loading")} />}
      <Header />
      {user && !user.email_confirmed && <EmailBanner email={user.email} />}
      <Notices />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration getKey={(location) => location.pathname} />
    </AskProvider>
  );
}
