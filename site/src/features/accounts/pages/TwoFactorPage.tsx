import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { browser, usePageData, useTitle } from "@/navigation";
import { Button, PageFrame, Panel, TextField, WriteProblem, useWrite } from "@/ui";
import ContinuingNotice from "../components/ContinuingNotice";
import styles from "../components/SimpleForm.module.css";
import { canUsePasskeys, signWithPasskey } from "@seki/shared/passkeys";
import { digitsOf } from "@seki/shared/phone";

const MAILED_LENGTH = 4;
/** Six digits of an app, or a recovery code with its hyphens. */
const APP_LENGTHS = { least: 6, most: 14 };

export default function TwoFactorPage() {
  const { t } = useTranslation();
  const { is_of_app, has_passkeys, masked_email, continuing } = usePageData("two_factor");
  const [code, setCode] = useState("");
  const verifying = useWrite({
    handles: () => {
      setCode("");
      return false;
    },
  });
  const isWhole = is_of_app ? code.length >= APP_LENGTHS.least : code.length === MAILED_LENGTH;
  useTitle(t("security.second_factor"));

  const type = (text: string) =>
    setCode(is_of_app ? text.trim().slice(0, APP_LENGTHS.most) : digitsOf(text).slice(0, MAILED_LENGTH));

  const verify = () =>
    verifying.write(async () => {
      const { redirect_to } = await send("POST", "/users/two_factor_authentication/verify", {
        body: { verification_code: code },
      });
      browser.assign(redirect_to);
    });

  const sign = () =>
    verifying.write(async () => {
      const { options } = await send("POST", "/users/two_factor_authentication/passkey/options");
      const credential = await signWithPasskey(options, t("security.passkey_cancelled"));
      const answer = await send("POST", "/users/two_factor_authentication/passkey", { body: { credential } });
      browser.assign(answer.redirect_to);
    });

  const resend = () =>
    verifying.write(async () => {
      const { message } = await send("POST", "/users/two_factor_authentication/resend");
      showFlash({ kind: "notice", message, sticky: false });
    });

  const canSign = has_passkeys && canUsePasskeys();
  const appLead = canSign ? t("two_factor.passkey_lead") : t("two_factor.app_lead");
  return (
    <PageFrame
      narrow
      title={t("security.second_factor")}
      lead={is_of_app ? appLead : t("two_factor.lead", { email: masked_email })}
    >
      <Panel>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) void verify();
          }}
        >
          <ContinuingNotice continuing={continuing} />
          <TextField
            label={t("security.code")}
            hint={is_of_app ? t("two_factor.app_hint") : t("two_factor.code_hint")}
            inputMode={is_of_app ? "text" : "numeric"}
            autoComplete="one-time-code"
            maxLength={is_of_app ? APP_LENGTHS.most : MAILED_LENGTH}
            value={code}
            onChange={(event) => type(event.target.value)}
          />
          <WriteProblem write={verifying} />
          <Button type="submit" kind="primary" wide busy={verifying.busy} disabled={!isWhole}>
            {t("security.verify")}
          </Button>
          {canSign && (
            <Button wide disabled={verifying.busy} onClick={() => void sign()}>
              {t("security.passkey_use")}
            </Button>
          )}
          {!is_of_app && (
            <Button kind="text" disabled={verifying.busy} onClick={() => void resend()}>
              {t("two_factor.resend")}
            </Button>
          )}
        </form>
      </Panel>
    </PageFrame>
  );
}
