import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFlash } from "@/api";
import type { NotificationView } from "@/api";
import { Button, Icon } from "@/ui";
import { NotificationsDialog } from "./NotificationsDialog";

interface Props {
  name: string;
  customerId: number;
  notifications: NotificationView;
  onSaved: (notifications: NotificationView) => void;
}

/** Opens the notification settings of one restaurant. Each opening starts with the saved settings. */
export function NotificationsButton({ name, customerId, notifications, onSaved }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);
  const show = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  const saved = (message: string, next: NotificationView) => {
    setOpen(false);
    showFlash({ kind: "notice", message, sticky: false });
    onSaved(next);
  };
  return (
    <>
      <Button kind="text" aria-haspopup="dialog" aria-label={t("notifications.open_of", { name })} onClick={show}>
        <Icon name="bell" size={18} />
        {t("notifications.open")}
      </Button>
      <NotificationsDialog
        key={opened}
        name={name}
        customerId={customerId}
        notifications={notifications}
        open={open}
        onClose={() => setOpen(false)}
        onSaved={saved}
      />
    </>
  );
}
