import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Button, Notice } from "@/ui";

interface PhoneTakenProps {
  busy: boolean;
  /** Text of the button. */
  action: string;
  onMove: () => void;
  /** Reopens the number's field. */
  onOther: () => void;
}

/** Asks whether to move a number from another account, because a number belongs to one account. */
export default function PhoneTaken({ busy, action, onMove, onOther }: PhoneTakenProps) {
  const { t } = useTranslation();
  const takeOther = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    flushSync(onOther);
    form?.querySelector<HTMLInputElement>("[type=tel]")?.focus();
  };
  return (
    <Notice kind="alert" live>
      <p>{t("phone.taken")}</p>
      <Button kind="primary" busy={busy} onClick={onMove}>
        {action}
      </Button>
      <Button disabled={busy} onClick={takeOther}>
        {t("phone.use_other")}
      </Button>
    </Notice>
  );
}
