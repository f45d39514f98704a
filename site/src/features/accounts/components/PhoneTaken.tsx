import { useTranslation } from "react-i18next";
import { Button, Notice } from "@/ui";

interface PhoneTakenProps {
  busy: boolean;
  /** What the button says. */
  action: string;
  onMove: () => void;
}

/** A number belongs to one account: whether it is to move here. */
export function PhoneTaken({ busy, action, onMove }: PhoneTakenProps) {
  const { t } = useTranslation();
  return (
    <Notice kind="alert" live>
      <p>{t("phone.taken")}</p>
      <Button kind="primary" busy={busy} onClick={onMove}>
        {action}
      </Button>
    </Notice>
  );
}
