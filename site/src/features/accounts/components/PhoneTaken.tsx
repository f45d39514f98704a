import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Button, Notice } from "@/ui";

interface PhoneTakenProps {
  busy: boolean;
  /** What the button says. */
  action: string;
  onMove: () => void;
  /** Opens the number's field again. */
  onOther: () => void;
}

/** A number belongs to one account: whether it is to move here. */
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
