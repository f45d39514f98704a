import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send, useSession } from "@/api";
import type { NotificationView } from "@/api";
import { Button, Checkbox, Dialog, Stack, WriteProblem, useWrite } from "@/ui";

interface Props {
  name: string;
  customerId: number;
  notifications: NotificationView;
  open: boolean;
  onClose: () => void;
  /** Called after saving, with the saved settings. */
  onSaved: (message: string, notifications: NotificationView) => void;
}

/**
 * Notification settings of one restaurant (diner §6). Standby is offered only if the restaurant announces freed slots.
 */
export function NotificationsDialog({ name, customerId, notifications, open, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { allow_cancellation_waiting: hasStandby, ...switches } = notifications;
  const [values, setValues] = useState(switches);
  const saving = useWrite();
  const box = (field: keyof typeof values) => (
    <Checkbox
      label={t(`notifications.${field}`)}
      checked={values[field]}
      onChange={(event) => setValues({ ...values, [field]: event.target.checked })}
    />
  );

  const save = () => {
    const { subscribe_to_standby, show_in_premium_calendar, ...always } = values;
    return saving.write(async () => {
      const { message } = await send("PATCH", "/users/api/customers/{id}", {
        path: { id: String(customerId) },
        body: {
          online_customer: {
            ...always,
            ...(hasStandby ? { subscribe_to_standby } : {}),
            ...(user?.is_premium ? { show_in_premium_calendar } : {}),
          },
        },
      });
      onSaved(message, { ...notifications, ...values });
    });
  };

  return (
    <Dialog
      title={t("notifications.title", { name })}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button kind="primary" busy={saving.busy} onClick={() => void save()}>
            {t("notifications.save")}
          </Button>
        </>
      }
    >
      <Stack>
        {box("subscribe_to_announcements")}
        {hasStandby && (
          <div>
            {box("subscribe_to_standby")}
            <p>{t("notifications.standby_hint")}</p>
          </div>
        )}
        {user?.is_premium && box("show_in_premium_calendar")}
        <WriteProblem write={saving} />
      </Stack>
    </Dialog>
  );
}
