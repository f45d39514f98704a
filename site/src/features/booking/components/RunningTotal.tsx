import { useTranslation } from "react-i18next";
import type { RunningTotal as Total } from "../model/sums";
import { Sums } from "./Sums";
import type { Sum } from "./Sums";
import styles from "./Proceed.module.css";

/** Shows the price of the selection before the hold. */
export function RunningTotal({
  total: { fee, guests, course, now, later },
  isOrder,
}: {
  total: Total;
  isOrder: boolean;
}) {
  const { t } = useTranslation();
  const fees: Sum = { label: t("review.charges.fee"), amount: fee * guests, unit: { price: fee, count: guests } };
  const unit = { price: course?.price ?? 0, count: guests };
  const prepaid: Sum[] = course?.isPrepaid ? [{ label: course.title, amount: now - fees.amount, unit }] : [];
  return (
    <Sums
      lines={[...(fee > 0 ? [fees] : []), ...prepaid]}
      now={now > 0 ? { label: t("review.charges.total"), amount: now } : null}
      later={later > 0 ? { label: t("review.charges.at_restaurant"), amount: later, unit } : null}
    >
      {now === 0 && (
        <p className={styles.note}>{t(isOrder ? "review.charges.nothing_now_order" : "review.charges.nothing_now")}</p>
      )}
    </Sums>
  );
}
