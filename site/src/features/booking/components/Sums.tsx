import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatYen } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import styles from "./Sums.module.css";

export interface Sum {
  label: string;
  amount: number;
  /** The unit price and the count that give the amount. */
  unit?: { price: number; count: number } | undefined;
}

interface SumsProps {
  lines: Sum[];
  /** Amount paid before. */
  paid?: Sum | null;
  /** Amount paid now. */
  now: Sum | null;
  /** Amount paid at the restaurant. */
  later: Sum | null;
  children?: ReactNode;
}

/** Shows guests by price, the fee, and the totals. */
export function Sums({ lines, paid = null, now, later, children }: SumsProps) {
  const { t } = useTranslation();
  const hasRows = lines.length > 0 || now !== null || later !== null;
  return (
    <div className={styles.sums}>
      {hasRows && (
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t("review.charges.item")}</th>
              <th scope="col">{t("review.charges.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.label} sum={line} />
            ))}
            {paid && <Line sum={paid} />}
            {now && <Line sum={now} className={styles.total} />}
            {later && <Line sum={later} />}
          </tbody>
        </table>
      )}
      {children}
    </div>
  );
}

function Line({ sum: { label, amount, unit }, className }: { sum: Sum; className?: string | undefined }) {
  const locale = useLocale();
  return (
    <tr className={className}>
      <th scope="row">
        {label}{" "}
        {unit && (
          <span className={styles.unit}>
            {formatYen(unit.price, locale)} × {unit.count}
          </span>
        )}
      </th>
      <td>{formatYen(amount, locale)}</td>
    </tr>
  );
}
