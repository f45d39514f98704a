import { useTranslation } from "react-i18next";
import type { PremiumGreenPage } from "@/api";
import { paths } from "@/navigation";
import { ButtonLink, Notice } from "@/ui";

/** Says why a diner gets no free months. */
export function TrialRefusal({ refusal }: { refusal: PremiumGreenPage["trial_refusal"] }) {
  const { t } = useTranslation();
  if (refusal === null) return null;
  return (
    <Notice kind="info">
      <p>{t(`plans.no_trial.${refusal}`)}</p>
      {refusal === "phone_unconfirmed" && <ButtonLink to={paths.phone_edit}>{t("plans.confirm_phone")}</ButtonLink>}
    </Notice>
  );
}
