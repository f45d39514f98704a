import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Surface.module.css";
import { cx } from "./cx";

interface PageProps {
  title: ReactNode;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function PageFrame({ title, lead, narrow = false, children }: PageProps) {
  return (
    <div className={cx(styles.page, narrow && styles.narrow)}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}

export function Panel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles.panel, className)}>{children}</div>;
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export function Facts({ facts }: { facts: { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }, index) => (
        <div key={index} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyMark} aria-hidden="true" lang="ja">
        空
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Skeleton({ width = "100%", height = "1rem" }: { width?: string; height?: string }) {
  const style: CSSProperties = { width, height };
  return <span className={styles.skeleton} style={style} aria-hidden="true" />;
}

export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.page} role="status" aria-label={t("common.loading")}>
      <Stack>
        <Skeleton width="14rem" height="2.4rem" />
        <Skeleton height="16rem" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </Stack>
    </div>
  );
}
