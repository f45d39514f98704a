import { useTranslation } from "react-i18next";
import { AppLink, paths } from "@/navigation";
import styles from "./AddressTaken.module.css";

/** An address that the form takes and the server does not has an account already: the ways into it. */
export default function AddressTaken({ signInPath }: { signInPath: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.ways}>
      <AppLink to={signInPath}>{t("sign_in.submit")}</AppLink>
      <AppLink to={paths.password_new}>{t("security.forgotten")}</AppLink>
    </p>
  );
}
