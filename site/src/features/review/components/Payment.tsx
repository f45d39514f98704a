import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { orderKindOf } from "@/features/booking";
import { CardForm, SavedCardLine } from "@/features/payment";
import { Button, Panel } from "@/ui";
import styles from "./Payment.module.css";

/** The saved card, or a form to register one without leaving the hold. */
export function Payment({ page }: { page: ReviewPage }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [changing, setChanging] = useState(false);
  const order = orderKindOf(page.reservation.operation, page.restaurant);
  const open = changing || page.card === null;

  const registered = async () => {
    await revalidate();
    setChanging(false);
  };

  return (
    <Panel>
      <section className={styles.payment} aria-labelledby="payment">
        <h2 id="payment">{t("review.payment.heading")}</h2>
        {page.card && (
          <div className={styles.line}>
            <SavedCardLine card={page.card} />
            <Button kind="text" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {changing ? t("common.cancel") : t("card.change")}
            </Button>
          </div>
        )}
        {page.needs_card && page.card === null && (
          <p>{t(order ? "review.payment.needed_order" : "review.payment.needed")}</p>
        )}
        {page.total === 0 && <p>{t("review.payment.only_fees")}</p>}
        {open && <CardForm next={null} proofWays={page.proof_ways} onRegistered={registered} />}
      </section>
    </Panel>
  );
}
