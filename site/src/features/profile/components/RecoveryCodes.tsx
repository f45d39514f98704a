import { useTranslation } from "react-i18next";
import { useRecoveryCodes } from "@seki/shared/account-security";
import { Button, Stack } from "@/ui";
import styles from "./Security.module.css";

interface Props {
  codes: readonly string[];
  onSaved: () => void;
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const { t } = useTranslation();
  const { title, copied, copy } = useRecoveryCodes(codes);

  return (
    <Stack>
      <h3 ref={title} tabIndex={-1}>
        {t("security.recovery_title")}
      </h3>
      <p>{t("security.recovery_text")}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={copy}>{t("security.recovery_copy")}</Button>
        <Button onClick={() => window.print()}>{t("security.recovery_print")}</Button>
      </div>
      <p role="status" hidden={copied === null}>
        {copied === null ? "" : t(copied ? "security.recovery_copied" : "security.recovery_not_copied")}
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={onSaved}>
          {t("security.recovery_saved")}
        </Button>
      </div>
    </Stack>
  );
}
