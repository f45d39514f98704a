import { Link, useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import styles from "./Pager.module.css";

export function Pager({ current, total }: { current: number; total: number }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (total <= 1) return null;
  const to = (page: number) => {
    const next = new URLSearchParams(params);
    next.set("page", String(page));
    return { search: next.toString() };
  };
  return (
    <nav className={styles.pager} aria-label={t("pager.label")}>
      {current > 1 && <Link to={to(current - 1)}>{t("pager.previous")}</Link>}
      <span aria-current="page">{t("pager.position", { current, total })}</span>
      {current < total && <Link to={to(current + 1)}>{t("pager.next")}</Link>}
    </nav>
  );
}
