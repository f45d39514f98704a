import { Outlet, useRouteError } from "react-router";
import { useTranslation } from "react-i18next";
import { useReportedHeight } from "@/features/widget";
import { browser } from "@/navigation";
import { AskProvider, Button } from "@/ui";
import styles from "./WidgetLayout.module.css";

/** The frame on another site: no header, no menu, and as tall as what it shows. */
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

/** The links of the whole site's error page lead nowhere within a frame. */
export function WidgetError() {
  const { t } = useTranslation();
  const error = useRouteError();
  console.warn("the widget cannot be shown", error);
  return (
    <div className={styles.error}>
      <h1>{t("error.broken.title")}</h1>
      <Button onClick={() => browser.reload()}>{t("error.again")}</Button>
    </div>
  );
}
