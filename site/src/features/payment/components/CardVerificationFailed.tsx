import { useTranslation } from "react-i18next";
import { ButtonLink, Problem } from "@/ui";
import { paths } from "@/navigation";

/**
 * Shown if the bank did not confirm the card (diner §2). The diner can register another one, which leads back to
 * `next`.
 */
export function CardVerificationFailed({ next }: { next: string }) {
  const { t } = useTranslation();
  return (
    <Problem>
      <p>{t("three_d_secure.failed")}</p>
      <ButtonLink to={paths.creditCard(next)}>{t("three_d_secure.to_card")}</ButtonLink>
    </Problem>
  );
}
