import { useTranslation } from "react-i18next";
import { ButtonLink, Problem } from "@/ui";
import { paths } from "@/navigation";

/** The bank did not confirm the card (diner §2): another one can be registered, which leads back to `next`. */
export function CardVerificationFailed({ next }: { next: string }) {
  const { t } = useTranslation();
  return (
    <Problem>
      <p>{t("three_d_secure.failed")}</p>
      <ButtonLink to={paths.creditCard(next)}>{t("three_d_secure.to_card")}</ButtonLink>
    </Problem>
  );
}
