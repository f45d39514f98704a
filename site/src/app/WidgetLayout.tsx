import { Outlet, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";
import { useReloadOnReconnect } from "@seki/shared/navigation";
import { useReportedHeight } from "@/features/widget";
import { PageProblem, browser } from "@/navigation";
import { AskProvider, Button } from "@/ui";
import styles from "./WidgetLayout.module.css";

/** Layout of the frame on another site: without header and menu, as tall as its content. */
export function WidgetLayout() {
  const shown = useReportedHeight<HTMLElement>();
  return (
    <AskProvider>
      <main ref={shown} className={styles.widget}>
        <Outlet />
      </main>
    </AskProvider>
  );
}

/** The links of the site's error page do not work within a frame. */
export function WidgetError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isOffline = error instanceof PageProblem && error.status === null;
  useReloadOnReconnect(isOffline);
  console.warn("the widget could not be shown", error);
  return (
    <div className={styles.error}>
      <h1>{t(isOffline ? "error.offline.title" : "error.broken.title")}</h1>
      <Button onClick={() => browser.reload()}>{t("error.again")}</Button>
    </div>
  );
}
