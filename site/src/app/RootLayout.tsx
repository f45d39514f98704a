import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useTranslation } from "react-i18next";
import { registerRejectionFollower, useFocusOnPage } from "@seki/shared/navigation";
import { useSession } from "@/api";
import { paths, useFollow } from "@/navigation";
import { AskProvider } from "@/ui";
import { CookieBanner } from "./CookieBanner";
import { EmailBanner } from "./EmailBanner";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { LanguageOffer } from "./LanguageOffer";
import { Notices } from "./Notices";
import styles from "./RootLayout.module.css";

/**
 * Returns the scroll key of a page. A change of date or filter keeps the scroll position; another page of a list starts
 * at the top.
 */
function listedPage({ pathname, search }: { pathname: string; search: string }): string {
  return `${pathname} ${new URLSearchParams(search).get("page") ?? ""}`;
}

export function RootLayout() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { pathname } = useLocation();
  const moving = useNavigation().state === "loading";
  const main = useFocusOnPage();
  const follow = useFollow();
  useEffect(() => registerRejectionFollower(follow), [follow]);

  return (
    <AskProvider>
      <a href="#main" className={styles.skip}>
        {t("common.skip_to_main")}
      </a>
      {moving && <progress className={styles.progress} aria-label={t("common.loading")} />}
      <LanguageOffer />
      <CookieBanner />
      <Header />
      {user && !user.email_confirmed && pathname !== paths.confirm_email && <EmailBanner email={user.email} />}
      <Notices />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration getKey={listedPage} />
    </AskProvider>
  );
}
