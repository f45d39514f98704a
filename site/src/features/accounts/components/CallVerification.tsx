import { useTranslation } from "react-i18next";
import type { PhoneFlow } from "@/api";
import { Button, Icon, Notice, minutesAndSeconds } from "@/ui";
import { useCallVerification } from "../hooks/useCallVerification";
import styles from "./Verification.module.css";

interface CallVerificationProps {
  country: string;
  localNumber: string;
  callable: boolean;
  flow: PhoneFlow;
  onConfirmed: (uuid: string) => void;
  onSettled?: () => void;
  /** Switches to a code by SMS. */
  onUseSms: () => void;
}

export default function CallVerification(props: CallVerificationProps) {
  const { country, localNumber, callable, onConfirmed, onSettled, onUseSms } = props;
  const { t } = useTranslation();
  const { state, secondsLeft, request } = useCallVerification({
    country,
    localNumber,
    flow: props.flow,
    onConfirmed,
    onSettled,
  });
  const { status, verification, problem } = state;
  const again = status === "failed" || status === "timeout";

  if (status === "confirmed") {
    return (
      <Notice kind="success" live>
        <p>{t("phone.confirmed")}</p>
      </Notice>
    );
  }
  return (
    <div className={styles.block}>
      {!callable && (
        <p className={styles.hint}>{t(country === "" ? "phone.error.country" : "phone.error.invalid_input")}</p>
      )}
      {callable && (status === "idle" || again) && (
        <Button kind="primary" onClick={() => void request()}>
          <Icon name="phone" size={18} />
          {again ? t("phone.call.again") : t("phone.call.start")}
        </Button>
      )}
      {status === "queued" && !verification && <p role="status">{t("phone.call.preparing")}</p>}
      {verification && !again && (
        <div className={styles.call} role="status">
          <p>{t("phone.call.instruction")}</p>
          <a className={styles.number} href={`tel:${verification.phone_authentic_number}`}>
            {verification.phone_authentic_number}
          </a>
          <p className={styles.left}>
            {t(status === "queued" ? "phone.call.queued" : "phone.call.waiting")}
            <span role="timer" aria-live="off">
              {t("phone.call.left", { time: minutesAndSeconds(secondsLeft) })}
            </span>
          </p>
        </div>
      )}
      {verification?.is_contested && !again && (
        <Notice kind="alert" live>
          <p>{t("phone.call.contested")}</p>
          <Button kind="quiet" onClick={onUseSms}>
            {t("phone.use_sms")}
          </Button>
        </Notice>
      )}
      {status === "timeout" && (
        <Notice kind="alert" live>
          <p>{t("phone.call.timeout")}</p>
        </Notice>
      )}
      {status === "failed" && (
        <Notice kind="alert" live>
          <p className={styles.lines}>
            {problem === null || "key" in problem ? t(`phone.error.${problem?.key ?? "verify_failed"}`) : problem.text}
          </p>
        </Notice>
      )}
    </div>
  );
}
