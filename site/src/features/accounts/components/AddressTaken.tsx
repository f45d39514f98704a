import { useTranslation } from "react-i18next";
import { AppLink, paths } from "@/navigation";
import styles from "./AddressTaken.module.css";

/** Links to sign-in and password reset, for an email address that has an account already. */
export default function AddressTaken({ signInPath }: { signInPath: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.ways}>
      <AppLink to={signInPath}>{t("sign_in.submit")}</AppLink>
      <AppLink to={paths.password_new}>{t("security.forgotten")}</AppLink>
    </p>
  );
}
