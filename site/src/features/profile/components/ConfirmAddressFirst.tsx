import { useTranslation } from "react-i18next";
import { AppLink, paths } from "@/navigation";

/** Shown in place of the button that adds a second factor, while the email address is not confirmed. */
export function ConfirmAddressFirst() {
  const { t } = useTranslation();
  return (
    <p>
      {t("security.confirm_address_first")} <AppLink to={paths.confirm_email}>{t("security.confirm_address")}</AppLink>
    </p>
  );
}
