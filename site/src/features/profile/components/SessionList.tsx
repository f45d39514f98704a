import { useTranslation } from "react-i18next";
import type { OnChanged } from "@seki/shared/account-security";
import type { Schemas } from "@seki/shared/api";
import { formatInstant } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";
import { Button, ErrorText, Panel, Stack, useWrite } from "@/ui";
import { calls } from "../model/security-calls";
import styles from "./Security.module.css";

interface Props {
  sessions: readonly Schemas["SessionView"][];
  onChanged: OnChanged;
}

/** The diner's sessions; each except the current one can be ended. */
export function SessionList({ sessions, onChanged }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ending = useWrite();

  const end = (ask: () => Promise<{ message?: string }>) =>
    ending.write(async () => await onChanged((await ask()).message));

  return (
    <Panel>
      <Stack>
        <h2>{t("security.sessions")}</h2>
        <ul>
          {sessions.map(({ uid, device, last_seen_at, is_current }) => {
            const name = device || t("security.unknown_device");
            return (
              <li key={uid} className={styles.session}>
                <div>
                  <p>{is_current ? t("security.this_device", { device: name }) : name}</p>
                  <p className={styles.soft}>{t("security.last_seen", { at: formatInstant(last_seen_at, locale) })}</p>
                </div>
                {!is_current && (
                  <Button
                    aria-label={t("security.end_session", { device: name })}
                    busy={ending.busy}
                    onClick={() => void end(() => calls.endSession(uid))}
                  >
                    {t("security.sign_out")}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {ending.problem && <ErrorText>{ending.problem}</ErrorText>}
        {sessions.length > 1 && (
          <div className={styles.buttons}>
            <Button busy={ending.busy} onClick={() => void end(() => calls.endOtherSessions())}>
              {t("security.end_others")}
            </Button>
          </div>
        )}
      </Stack>
    </Panel>
  );
}
