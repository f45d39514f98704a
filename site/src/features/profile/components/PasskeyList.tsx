import { useTranslation } from "react-i18next";
import type { Schemas } from "@seki/shared/api";
import { formatInstant } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Button } from "@/ui";
import styles from "./Security.module.css";

interface Props {
  passkeys: readonly Schemas["PasskeyView"][];
  onRename: (uid: string) => void;
  onRemove: (uid: string) => void;
}

/** The diner's passkeys by name. */
export function PasskeyList({ passkeys, onRename, onRemove }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const format = (at: string) => formatInstant(at, locale);
  if (passkeys.length === 0) return <p>{t("security.passkeys_none")}</p>;
  return (
    <ul data-passkeys>
      {passkeys.map(({ uid, name, created_at, last_used_at }) => (
        <li key={uid} className={styles.session}>
          <div>
            <p className={styles.key}>{name}</p>
            <p className={styles.soft}>
              {t("security.passkey_created_at", { at: format(created_at) })}
              {" · "}
              {last_used_at === null
                ? t("security.passkey_never_used")
                : t("security.last_seen", { at: format(last_used_at) })}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button aria-label={t("security.passkey_rename_named", { name })} onClick={() => onRename(uid)}>
              {t("security.passkey_rename")}
            </Button>
            <Button aria-label={t("security.passkey_remove_named", { name })} onClick={() => onRemove(uid)}>
              {t("security.passkey_remove")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
