import { Link, useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import styles from "./Pager.module.css";

/** A page beyond the last has no position, and leads back to the last one. */
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
      {current > 1 && <Link to={to(Math.min(current - 1, total))}>{t("pager.previous")}</Link>}
      {current <= total && <span aria-current="page">{t("pager.position", { current, total })}</span>}
      {current < total && <Link to={to(current + 1)}>{t("pager.next")}</Link>}
    </nav>
  );
}
