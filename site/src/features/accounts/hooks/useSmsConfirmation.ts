import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, useSiteConfig } from "@/api";
import { useCountdown } from "@/ui";
import { CaptchaMissing, captchaToken } from "@/external";

interface SmsOptions {
  country: string;
  localNumber: string;
  onConfirmed: (uuid: string) => void;
}

export const SMS_CODE_LENGTH = 4;

export function useSmsConfirmation({ country, localNumber, onConfirmed }: SmsOptions) {
  const { t } = useTranslation();
  const config = useSiteConfig();
  const [uuid, setUuid] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const resendIn = useCountdown(sentCount > 0 ? config.sms_resend_after_seconds : 0, sentCount);
  const sms_confirmation = { phone_country: country, phone_local_number: localNumber };

  const guarded = async (work: () => Promise<void>, onRefused: (error: ApiError) => void) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (error instanceof CaptchaMissing) setProblem(t("booking.captcha_failed"));
      else if (error instanceof ApiError && error.status < 500) onRefused(error);
      else setProblem(t("phone.sms.unknown_error"));
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
        setUuid(answer.uuid);
        setCode("");
        setSentCount((count) => count + 1);
      },
      (error) => setProblem(error.message),
    );

  const confirm = () =>
    guarded(
      async () => {
        if (uuid === null) return;
        const answer = await send("POST", "/sms_confirmations/{uuid}/confirm", {
          path: { uuid },
          body: { code, sms_confirmation },
        });
        setConfirmed(true);
        onConfirmed(answer.uuid);
      },
      (error) => {
        setCode("");
        setProblem(error.status === 400 ? error.message : t("phone.sms.unknown_error"));
      },
    );

  return { sent: uuid !== null, code, setCode, confirmed, busy, problem, resendIn, request, confirm };
}
