import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFocusBack } from "@seki/shared/account-security";
import type { OnChanged } from "@seki/shared/account-security";
import type { Schemas } from "@seki/shared/api";
import { ApiError, send } from "@/api";
import { Checkbox, ErrorText, Panel, Stack } from "@/ui";
import { ProofForm } from "./ProofForm";

interface Props {
  isOn: boolean;
  /** A code can be mailed to a confirmed address only. */
  emailConfirmed: boolean;
  /** A code of the app serves as well as the password. */
  hasApp: boolean;
  onChanged: OnChanged;
}

/** The switch for the code by mail. Switched on at once, and off by the password. */
export function MailedCodePanel({ isOn, emailConfirmed, hasApp, onChanged }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [asksForProof, setAsksForProof] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const box = useFocusBack<HTMLInputElement>(!asksForProof && !busy);

  const set = async (enabled: boolean, proof: Schemas["ProofBody"] = {}) => {
    const body = { user_security_setting: { two_factor_with_email_enabled: enabled }, ...proof };
    const { message } = await send("PATCH", "/users/profile/security_settings.json", { body });
    await onChanged(message);
  };
  const switchOn = async () => {
    setBusy(true);
    try {
      await set(true);
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t("security.update_failed"));
    } finally {
      setBusy(false);
    }
  };
  const change = (next: boolean) => {
    setRefusal(null);
    if (next) void switchOn();
    else setAsksForProof(true);
  };
  const switchOff = async (proof: Schemas["ProofBody"]) => {
    await set(false, proof);
    setAsksForProof(false);
  };

  return (
    <Panel>
      <Stack>
        <Checkbox
          ref={box}
          label={t("security.two_factor")}
          checked={isOn || busy}
          disabled={busy || asksForProof || (!emailConfirmed && !isOn)}
          onChange={(event) => change(event.target.checked)}
        />
        <p>{t("security.two_factor_text")}</p>
        {!emailConfirmed && <p>{t("security.confirm_first")}</p>}
        {refusal && <ErrorText>{refusal}</ErrorText>}
        {asksForProof && (
          <>
            <p>{t("security.two_factor_off")}</p>
            <ProofForm hasApp={hasApp} onProof={switchOff} onCancel={() => setAsksForProof(false)} />
          </>
        )}
      </Stack>
    </Panel>
  );
}
