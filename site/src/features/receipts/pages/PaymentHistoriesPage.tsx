import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatInstant, formatYen } from "@seki/shared/civil-time";
import { send } from "@/api";
import type { ChargeRecord } from "@/api";
import { AppLink, paths, useLocale, usePageData, useTitle } from "@/navigation";
import { Button, EmptyState, PageFrame, Pager, Panel, WriteProblem, useWrite } from "@/ui";
import { refundText } from "@/features/payment";
import { DocumentDialog } from "../components/DocumentDialog";
import styles from "./PaymentHistoriesPage.module.css";

/** The diner's payments with refunds and documents. */
export default function PaymentHistoriesPage() {
  const { t } = useTranslation();
  const { charges, email, name, current_page, total_pages } = usePageData("payment_histories");
  const [chosen, setChosen] = useState<ChargeRecord | null>(null);
  useTitle(t("receipts.title"));
  return (
    <PageFrame title={t("receipts.title")} lead={<AppLink to={paths.profile}>{t("receipts.back")}</AppLink>}>
      {charges.length === 0 ? (
        <EmptyState title={t("receipts.empty")}>
          <p>{t("receipts.empty_text")}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {charges.map((charge) => (
            <li key={charge.id}>
              <Charge charge={charge} onChoose={() => setChosen(charge)} />
            </li>
          ))}
        </ul>
      )}
      <Pager current={current_page} total={total_pages} />
      <DocumentDialog charge={chosen} name={name} email={email} onClose={() => setChosen(null)} />
    </PageFrame>
  );
}

interface ChargeProps {
  charge: ChargeRecord;
  onChoose: () => void;
}

function Charge({ charge, onChoose }: ChargeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const yen = (amount: number) => formatYen(amount, locale);
  const refunded = refundText(t, charge, yen);
  const title = `charge-${charge.id}`;
  return (
    <Panel>
      <article className={styles.charge} aria-labelledby={title}>
        <div>
          <p className={styles.when}>
            <time dateTime={charge.at}>{formatInstant(charge.at, locale)}</time>
          </p>
          <h2 id={title} className={styles.label}>
            {charge.restaurant_name ? `${charge.restaurant_name} ${charge.label}` : charge.label}
          </h2>
          {charge.reservation_uid !== null && (
            <p className={styles.what}>
              <AppLink to={paths.reservationOf(charge.reservation_uid)}>
                {t("receipts.visit", { visit: charge.visit ?? "", code: charge.reservation_code ?? "" })}
              </AppLink>
            </p>
          )}
        </div>
        <div className={styles.amount}>
          <p className={styles.yen}>{yen(charge.amount)}</p>
          {refunded !== null && <p className={styles.note}>{refunded}</p>}
          {charge.kept_fee > 0 && (
            <p className={styles.what}>{t("receipts.kept_fee", { amount: yen(charge.kept_fee) })}</p>
          )}
          {charge.status !== "succeeded" && <p className={styles.open}>{t("reservations.unpaid")}</p>}
        </div>
        {charge.refunds.length > 0 && (
          <ul className={styles.refunds} aria-label={t("receipts.refund.list")}>
            {charge.refunds.map((refund) => (
              <Refund key={refund.id} refund={refund} />
            ))}
          </ul>
        )}
        {charge.has_documents && (
          <div className={styles.buttons}>
            <Button onClick={onChoose}>{t("receipts.document.button")}</Button>
          </div>
        )}
      </article>
    </Panel>
  );
}

/** One refund, with its document. The document of a small refund is issued when the diner asks for it. */
function Refund({ refund }: { refund: ChargeRecord["refunds"][number] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const issuing = useWrite();
  const [issued, setIssued] = useState(refund.document_path);
  const issue = async () => {
    // Opened within the click event: browsers block later ones.
    const tab = window.open("", "_blank");
    const isDone = await issuing.write(async () => {
      const path = { id: refund.id };
      const { receipt_url } = await send("POST", "/users/api/payment_histories/refunds/{id}/document", { path });
      setIssued(receipt_url);
      if (tab) tab.location.href = receipt_url;
    });
    if (!isDone) tab?.close();
  };
  return (
    <li>
      {t("receipts.refund.line", { at: formatInstant(refund.at, locale), amount: formatYen(refund.amount, locale) })}{" "}
      {issued === null ? (
        <Button busy={issuing.busy} onClick={() => void issue()}>
          {t("receipts.refund.issue")}
        </Button>
      ) : (
        <a href={issued} target="_blank" rel="noreferrer">
          {refund.document_number === null
            ? t("receipts.document.open")
            : t("receipts.refund.open", { number: refund.document_number })}
        </a>
      )}
      <WriteProblem write={issuing} />
    </li>
  );
}
