import { useTranslation } from "react-i18next";
import type { ReservationPage } from "@/api";
import { formatYen } from "@seki/shared/civil-time";
import { AppLink, paths, useLocale } from "@/navigation";
import { Facts, Panel, Stack } from "@/ui";
import { refundText } from "@/features/payment";
import styles from "./Paid.module.css";

type Charge = ReservationPage["charges"][number];

/** States of an unpaid charge. */
const UNPAID: ReadonlySet<string> = new Set([
  "planned",
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

/** Amounts that were paid, and amounts to be paid at the restaurant. */
export function Paid({ page: { charges, reservation } }: { page: ReservationPage }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isToCome = reservation.status === "accepted" && reservation.can_cancel;
  const isPrepaid = charges.some(({ kind }) => kind === "prepaid_course");
  const there = isToCome && !isPrepaid ? reservation.course_price * reservation.guests_count : 0;
  if (charges.length === 0 && there === 0) return null;
  const facts = charges.map((charge) => ({ label: charge.label, value: <Amount charge={charge} /> }));
  return (
    <Panel>
      <Stack>
        <h2>{t("reservations.charges")}</h2>
        <Facts
          facts={
            there > 0
              ? [...facts, { label: t("review.charges.at_restaurant"), value: formatYen(there, locale) }]
              : facts
          }
        />
        <AppLink to={paths.payment_histories}>{t("receipts.title")}</AppLink>
      </Stack>
    </Panel>
  );
}

function Amount({ charge }: { charge: Charge }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { amount, status } = charge;
  const refund = refundText(t, charge, (yen) => formatYen(yen, locale));
  return (
    <>
      {formatYen(amount, locale)}
      {refund !== null && <span className={styles.settled}>{refund}</span>}
      {status === "succeeded" && refund === null && <span className={styles.settled}>{t("reservations.paid")}</span>}
      {UNPAID.has(status) && <span className={styles.unpaid}>{t("reservations.unpaid")}</span>}
    </>
  );
}
