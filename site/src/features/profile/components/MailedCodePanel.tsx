import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRestoredFocus } from "@seki/shared/account-security";
import type { OnChanged } from "@seki/shared/account-security";
import type { Schemas } from "@seki/shared/api";
import { ApiError, send } from "@/api";
import { Checkbox, ErrorText, Panel, Stack, useWrite } from "@/ui";
import { ProofForm } from "./ProofForm";

interface Props {
  isOn: boolean;
  /** A code can be mailed to a confirmed address only. */
  emailConfirmed: boolean;
  /** A code of the app is accepted in place of the password. */
  hasApp: boolean;
  onChanged: OnChanged;
}

/** Refusals whose text names the next step. Other failures have one text (diner §8). */
const REASONS = ["email_not_confirmed", "too_many_requests"];

function hasReason(error: Error): boolean {
  return error instanceof ApiError && REASONS.includes(error.problem.code ?? "");
}

/** The switch for the mailed code. Enabling is immediate; disabling requires the password. */
export function MailedCodePanel({ isOn, emailConfirmed, hasApp, onChanged }: Props) {
  const { t } = useTranslation();
  const switching = useWrite({
    words: (error) => (hasReason(error) ? error.message : t("security.update_failed")),
  });
  const { busy } = switching;
  const [asksForProof, setAsksForProof] = useState(false);
  const box = useRestoredFocus<HTMLInputElement>(!asksForProof && !busy);

  const set = async (enabled: boolean, proof: Schemas["ProofBody"] = {}) => {
    const body = { user_security_setting: { two_factor_with_email_enabled: enabled }, ...proof };
    const { message } = await send("PATCH", "/users/profile/security_settings.json", { body });
    await onChanged(message);
  };
  const change = (next: boolean) => {
    switching.reset();
    if (next) void switching.write(() => set(true));
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
        {switching.problem && <ErrorText>{switching.problem}</ErrorText>}
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
