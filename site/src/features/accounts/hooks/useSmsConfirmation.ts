import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSiteConfig } from "@/api";
import type { PhoneFlow } from "@/api";
import { forgetDrafts, useKept } from "@/drafts";
import { useCountdown } from "@/ui";
import { CaptchaMissing, captchaToken } from "@/external";

interface SmsOptions {
  flow: PhoneFlow;
  country: string;
  localNumber: string;
  onConfirmed: (uuid: string) => void;
}

interface Sent {
  uuid: string;
  /** Milliseconds since 1970: when another may be asked for. */
  resend_at: number;
}

export const SMS_CODE_LENGTH = 4;

export function useSmsConfirmation({ flow, country, localNumber, onConfirmed }: SmsOptions) {
  const { t } = useTranslation();
  const config = useSiteConfig();
  // A code on its way can still be typed after a reload.
  const [sent, setSent] = useKept<Sent | null>(`${flow}.sms.${country}-${localNumber}`, null);
  const [code, setCode] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, setWait] = useState(() => (sent ? Math.max(0, (sent.resend_at - Date.now()) / 1000) : 0));
  const resendIn = useCountdown(wait, sent?.resend_at);
  const sms_confirmation = { phone_country: country, phone_local_number: localNumber };

  /** Whether it is done. */
  const guarded = async (work: () => Promise<void>, onRefused: (error: ApiError) => void): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof CaptchaMissing) setProblem(t("booking.captcha_failed"));
      else if (error instanceof ApiError && error.status < 500) onRefused(error);
      else setProblem(t("phone.sms.unknown_error"));
      return false;
    } finally {
      setBusy(false);
    }
  };

  const request = () =>
    guarded(
      async () => {
        const recaptcha_token = await captchaToken(config, "sms_confirmation");
        const answer = await send("POST", "/sms_confirmations", {
          body: { sms_confirmation, recaptcha_token },
        });
        setSent({ uuid: answer.uuid, resend_at: Date.now() + config.sms_resend_after_seconds * 1000 });
        setWait(config.sms_resend_after_seconds);
        setCode("");
      },
      (error) => setProblem(error.message),
    );

  const confirm = () =>
    guarded(
      async () => {
        if (sent === null) return;
        const answer = await send("POST", "/sms_confirmations/{uuid}/confirm", {
          path: { uuid: sent.uuid },
          body: { code, sms_confirmation },
        });
        setConfirmed(true);
        forgetDrafts(`${flow}.sms`);
        onConfirmed(answer.uuid);
      },
      (error) => {
        setCode("");
        setProblem(error.status === 400 ? error.message : t("phone.sms.unknown_error"));
      },
    );

  return { sent: sent !== null, code, setCode, confirmed, busy, problem, resendIn, request, confirm };
}
