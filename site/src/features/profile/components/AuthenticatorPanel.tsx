import { useTranslation } from "react-i18next";
import { useAuthenticator } from "@seki/shared/account-security";
import type { OnChanged } from "@seki/shared/account-security";
import type { Schemas } from "@seki/shared/api";
import { Button, Panel, Stack } from "@/ui";
import { ConfirmAddressFirst } from "./ConfirmAddressFirst";
import { FieldsForm } from "./FieldsForm";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";
import { calls } from "../model/security-calls";
import styles from "./Security.module.css";

interface Props {
  authenticator: Schemas["AuthenticatorView"] | null;
  /** An app can be added to an account with a confirmed address only. */
  emailConfirmed: boolean;
  /** They end with the app. */
  passkeys: readonly Schemas["PasskeyView"][];
  onChanged: OnChanged;
}

/** The authenticator app: set up, replaced and removed with the password or a code. */
export function AuthenticatorPanel(props: Props) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.app")}</h2>
        <Content {...props} />
      </Stack>
    </Panel>
  );
}

function Content({ authenticator, emailConfirmed, passkeys, onChanged }: Props) {
  const { t } = useTranslation();
  const { step, state, ask, submitProof, confirm, keepCodes, leave } = useAuthenticator(calls, passkeys, onChanged);

  if (step?.kind === "codes") return <RecoveryCodes codes={step.codes} onSaved={keepCodes} />;
  if (step?.kind === "enrolment") {
    return <AuthenticatorSetup enrolment={step.enrolment} onCode={confirm} onCancel={leave} />;
  }
  if (step?.kind === "proof") {
    return <ProofForm hasApp={authenticator !== null} onProof={submitProof} onCancel={leave} />;
  }
  return (
    <>
      <p ref={state} tabIndex={-1}>
        {authenticator === null ? t("security.app_off") : t("security.app_on")}
      </p>
      {authenticator !== null && <p>{t("security.recovery_left", { count: authenticator.recovery_codes_left })}</p>}
      {!emailConfirmed && <ConfirmAddressFirst />}
      {(emailConfirmed || authenticator !== null) && (
        <div className={styles.buttons}>
          {emailConfirmed && (
            <Button onClick={() => ask("set_up")}>
              {authenticator === null ? t("security.set_up") : t("security.change_app")}
            </Button>
          )}
          {authenticator !== null && (
            <>
              <Button onClick={() => ask("renew")}>{t("security.recovery_renew")}</Button>
              <Button onClick={() => ask("remove")}>{t("security.remove")}</Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

interface SetupProps {
  enrolment: Schemas["EnrolmentView"];
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The QR code and key of a new app, and the field for its first code. */
function AuthenticatorSetup({ enrolment: { uri, qr_path, qr_size, secret }, onCode, onCancel }: SetupProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("security.scan")}</p>
      <svg role="img" aria-label={t("security.qr")} viewBox={`0 0 ${qr_size} ${qr_size}`} className={styles.qr}>
        <path d={qr_path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className={styles.key}>
        {t("security.key")} <code>{secret}</code>
      </p>
      <p>
        <a href={uri}>{t("security.open_app")}</a>
      </p>
      <FieldsForm
        fields={[
          { name: "code", label: t("security.code"), autoComplete: "one-time-code", hint: t("security.first_code") },
        ]}
        submit={t("security.verify")}
        takesFocus
        onCancel={onCancel}
        onSubmit={({ code = "" }) => onCode(code)}
      />
    </>
  );
}
