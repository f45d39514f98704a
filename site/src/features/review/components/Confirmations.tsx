import { useTranslation } from "react-i18next";
import type { ReviewPage } from "@/api";
import { formatDate, formatTime, formatYen } from "@seki/shared/civil-time";
import { orderKindOf } from "@/features/booking";
import { LegalLinks } from "@/features/legal";
import { useLocale } from "@/navigation";
import { Checkbox, Panel } from "@/ui";
import type { ConfirmationKey, Ticks } from "../model/confirmations";
import styles from "./Confirmations.module.css";

interface ConfirmationsProps {
  page: ReviewPage;
  required: ConfirmationKey[];
  ticks: Ticks;
  errors: Partial<Record<ConfirmationKey, string>>;
  onToggle: (key: ConfirmationKey, ticked: boolean) => void;
}

export function Confirmations({ page, required, ticks, errors, onToggle }: ConfirmationsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { reservation } = page;
  const order = orderKindOf(reservation.operation, page.restaurant);

  const costsNow = page.policy.tiers.find(({ applies_now }) => applies_now)?.amount ?? 0;

  const label = (key: ConfirmationKey): string => {
    switch (key) {
      case "date":
        return t(page.delivery ? "review.confirm.date_of_delivery" : "review.confirm.date", {
          date: formatDate(reservation.date, locale),
          time: formatTime(reservation.starts_at, locale),
        });
      case "no_proxy":
        return t(order ? "review.confirm.no_proxy_order" : "review.confirm.no_proxy");
      case "policy":
        return costsNow > 0
          ? t("review.confirm.policy_now", { fee: formatYen(costsNow, locale) })
          : t("review.confirm.policy");
      case "travel_law":
        return t("review.confirm.travel_law");
      default:
        return page.review_items.find(({ key_name }) => `item:${key_name}` === key)?.label ?? key;
    }
  };

  return (
    <Panel>
      <fieldset className={styles.boxes}>
        <legend className={styles.legend}>{t("review.confirm.heading")}</legend>
        {page.within_a_week && (
          <p className={styles.soon}>
            {t(order ? "review.confirm.within_a_week_order" : "review.confirm.within_a_week")}
          </p>
        )}
        {required.includes("travel_law") && <p className={styles.notice}>{page.travel_law_notice}</p>}
        {required.map((key) => (
          <Checkbox
            key={key}
            className={styles.box}
            label={label(key)}
            checked={ticks.has(key)}
            error={errors[key]}
            onChange={(event) => onToggle(key, event.target.checked)}
          />
        ))}
        <LegalLinks kinds={["terms", "privacy", "commerce"]} />
      </fieldset>
    </Panel>
  );
}
