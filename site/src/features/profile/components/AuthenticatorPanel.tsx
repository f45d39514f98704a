import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { Schemas } from "@seki/shared/api";
import { Button, Panel, Stack } from "@/ui";
import { FieldsForm } from "./FieldsForm";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./Security.module.css";

const AUTHENTICATOR = "/users/profile/security_settings/authenticator";

type Wish = "set_up" | "remove" | "renew";

interface Props {
  authenticator: Schemas["AuthenticatorView"] | null;
  /** The settings have changed; the text is shown, if any. */
  onChanged: (message?: string | null) => Promise<void>;
}

/** The authenticator app: set up, changed and removed by the password or a code. */
export function AuthenticatorPanel({ authenticator, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <Panel>
      <Stack>
        <h2>{t("security.app")}</h2>
        <Content authenticator={authenticator} onChanged={onChanged} />
      </Stack>
    </Panel>
  );
}

function Content({ authenticator, onChanged }: Props) {
  const { t } = useTranslation();
  const [wish, setWish] = useState<Wish | null>(null);
  const [enrolment, setEnrolment] = useState<Schemas["EnrolmentView"] | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const [touched, setTouched] = useState(false);
  const state = useRef<HTMLParagraphElement>(null);
  const isAtRest = wish === null && enrolment === null && codes === null;
  // The buttons that led away have gone with the focus.
  useEffect(() => {
    if (isAtRest && touched) state.current?.focus();
  }, [isAtRest, touched]);

  const ask = (next: Wish) => {
    setTouched(true);
    setWish(next);
  };
  const prove = async (body: Schemas["ProofBody"]) => {
    if (wish === "set_up") {
      setEnrolment(await send("POST", AUTHENTICATOR, { body }));
    } else if (wish === "renew") {
      setCodes((await send("POST", "/users/profile/security_settings/recovery_codes", { body })).recovery_codes);
    } else {
      await onChanged((await send("DELETE", AUTHENTICATOR, { body })).message);
    }
    setWish(null);
  };

  if (codes !== null) {
    const kept = () => {
      setCodes(null);
      void onChanged();
    };
    return <RecoveryCodes codes={codes} onKept={kept} />;
  }
  if (enrolment !== null) {
    const confirm = async (code: string) => {
      const { recovery_codes } = await send("PATCH", AUTHENTICATOR, { body: { code } });
      setEnrolment(null);
      setCodes(recovery_codes);
    };
    return <AuthenticatorSetup enrolment={enrolment} onCode={confirm} onCancel={() => setEnrolment(null)} />;
  }
  if (wish !== null) {
    return <ProofForm hasApp={authenticator !== null} onProof={prove} onCancel={() => setWish(null)} />;
  }
  return (
    <>
      <p ref={state} tabIndex={-1}>
        {authenticator === null ? t("security.app_off") : t("security.app_on")}
      </p>
      {authenticator !== null && <p>{t("security.recovery_left", { count: authenticator.recovery_codes_left })}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => ask("set_up")}>
          {authenticator === null ? t("security.set_up") : t("security.change_app")}
        </Button>
        {authenticator !== null && (
          <>
            <Button onClick={() => ask("renew")}>{t("security.recovery_renew")}</Button>
            <Button onClick={() => ask("remove")}>{t("security.remove")}</Button>
          </>
        )}
      </div>
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
          { name: "code", label: t("two_factor.code"), autoComplete: "one-time-code", hint: t("security.first_code") },
        ]}
        submit={t("two_factor.verify")}
        takesFocus
        onCancel={onCancel}
        onSubmit={({ code = "" }) => onCode(code)}
      />
    </>
  );
}
