import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSiteConfig } from "@/api";
import type { PhoneFlow } from "@/api";
import { deleteDrafts, useStoredState } from "@/drafts";
import { useCountdown, useWrite } from "@/ui";
import { CaptchaMissing, captchaToken } from "@/external";

interface SmsOptions {
  flow: PhoneFlow;
  country: string;
  localNumber: string;
  onConfirmed: (uuid: string) => void;
}

interface Sent {
  uuid: string;
  /** Milliseconds since 1970 at which another code may be requested. */
  resend_at: number;
}

export const SMS_CODE_LENGTH = 4;

export function useSmsConfirmation({ flow, country, localNumber, onConfirmed }: SmsOptions) {
  const { t } = useTranslation();
  const config = useSiteConfig();
  // A sent code can still be entered after a reload.
  const [sent, setSent] = useStoredState<Sent | null>(`${flow}.sms.${country}-${localNumber}`, null);
  const [code, setCode] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const [wait, setWait] = useState(() => (sent ? Math.max(0, (sent.resend_at - Date.now()) / 1000) : 0));
  const resendIn = useCountdown(wait, sent?.resend_at);
  const sms_confirmation = { phone_country: country, phone_local_number: localNumber };

  const textOf = (error: Error, isShown: (status: number) => boolean) =>
    error instanceof ApiError && isShown(error.status) ? error.message : t("phone.sms.unknown_error");
  const requesting = useWrite({
    words: (error) =>
      error instanceof CaptchaMissing ? t("common.captcha_failed") : textOf(error, (status) => status < 500),
  });
  const confirming = useWrite({
    words: (error) => textOf(error, (status) => status === 400),
    handles: (error) => {
      if (error instanceof ApiError && error.status < 500) setCode("");
      return false;
    },
  });

  const request = () => {
    confirming.reset();
    return requesting.write(async () => {
      const recaptcha_token = await captchaToken(config, "sms_confirmation");
      const answer = await send("POST", "/sms_confirmations", {
        body: { sms_confirmation, recaptcha_token },
      });
      setSent({ uuid: answer.uuid, resend_at: Date.now() + config.sms_resend_after_seconds * 1000 });
      setWait(config.sms_resend_after_seconds);
      setCode("");
    });
  };

  const confirm = () => {
    requesting.reset();
    return confirming.write(async () => {
      if (sent === null) return;
      const answer = await send("POST", "/sms_confirmations/{uuid}/confirm", {
        path: { uuid: sent.uuid },
        body: { code, sms_confirmation },
      });
      setConfirmed(true);
      deleteDrafts(`${flow}.sms`);
      onConfirmed(answer.uuid);
    });
  };

  const busy = requesting.busy || confirming.busy;
  const problem = requesting.problem ?? confirming.problem;
  return { sent: sent !== null, code, setCode, confirmed, busy, problem, resendIn, request, confirm };
}
