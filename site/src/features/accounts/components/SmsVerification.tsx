import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { PhoneFlow } from "@/api";
import { Button, Notice, TextField } from "@/ui";
import { SMS_CODE_LENGTH, useSmsConfirmation } from "../hooks/useSmsConfirmation";
import { digitsOf } from "@seki/shared/phone";
import styles from "./Verification.module.css";

interface SmsVerificationProps {
  flow: PhoneFlow;
  country: string;
  localNumber: string;
  callable: boolean;
  onConfirmed: (uuid: string) => void;
}

export default function SmsVerification(props: SmsVerificationProps) {
  const { country, callable } = props;
  const { t } = useTranslation();
  const sms = useSmsConfirmation(props);
  const field = useRef<HTMLInputElement>(null);

  const confirm = async () => {
    if (!(await sms.confirm())) field.current?.focus();
  };

  /** Enter must not submit the surrounding form, which has a separate button. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (sms.code.length === SMS_CODE_LENGTH && !sms.busy) void confirm();
  };

  return (
    <div className={styles.block}>
      {!callable && (
        <p className={styles.hint}>{t(country === "" ? "phone.error.country" : "phone.error.invalid_input")}</p>
      )}
      {!sms.confirmed && (
        <Button
          kind={sms.sent ? "quiet" : "primary"}
          disabled={!callable || sms.resendIn > 0}
          busy={sms.busy && !sms.sent}
          onClick={() => void sms.request()}
        >
          {sms.resendIn > 0
            ? t("phone.sms.resend_in", { seconds: sms.resendIn })
            : t(sms.sent ? "phone.sms.resend" : "phone.sms.send")}
        </Button>
      )}
      {sms.sent && country === "SG" && (
        <Notice>
          <p>{t("phone.sms.not_spam")}</p>
        </Notice>
      )}
      {sms.sent && (
        <div className={styles.code}>
          <TextField
            ref={field}
            label={t("phone.sms.code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={SMS_CODE_LENGTH}
            readOnly={sms.confirmed}
            value={sms.code}
            onKeyDown={onKeyDown}
            onChange={(event) => sms.setCode(digitsOf(event.target.value).slice(0, SMS_CODE_LENGTH))}
          />
          {!sms.confirmed && (
            <Button
              kind="primary"
              disabled={sms.code.length !== SMS_CODE_LENGTH}
              busy={sms.busy}
              onClick={() => void confirm()}
            >
              {t("phone.sms.confirm")}
            </Button>
          )}
        </div>
      )}
      {sms.confirmed && (
        <Notice kind="success" live>
          <p>{t("phone.confirmed")}</p>
        </Notice>
      )}
      {sms.problem && (
        <Notice kind="alert" live>
          <p>{sms.problem}</p>
        </Notice>
      )}
    </div>
  );
}
