import type { Schemas } from "@/admin/api";
import { phoneText } from "@seki/shared/phone";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { RowTable } from "@/console/ui/lists";

interface Numbered {
  message: Schemas["AdminReservationMessage"];
  at: number;
}

/** When a message was sent, or created if it was not. */
const shownAt = ({ mail }: Schemas["AdminReservationMessage"]) => mail.sent_at ?? mail.created_at;

/** The mails and text messages of a reservation by subject, oldest first, as its history. Their texts are not stored. */
export function MessageTable({ messages }: { messages: readonly Schemas["AdminReservationMessage"][] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <RowTable
      isNamed
      below="md"
      label={t("booking.messages")}
      rows={messages
        .toSorted((one, other) => Date.parse(shownAt(one)) - Date.parse(shownAt(other)))
        .map((message, at) => ({ message, at }))}
      keyOf={({ at }: Numbered) => at}
      empty={t("booking.no_messages")}
      columns={[
        {
          label: t("user.subject"),
          cell: ({ message: { mail } }) => t(`user.mail.${mail.template as "password_reset"}`, { _: mail.template }),
        },
        { label: t("booking.way"), cell: ({ message }) => t(message.is_text ? "booking.text" : "booking.mail") },
        {
          label: t("booking.recipient"),
          cell: ({ message }) =>
            message.is_to_restaurant
              ? `${message.recipient} (${t("reservation.restaurant")})`
              : phoneText(message.recipient),
        },
        { label: t("user.state"), cell: ({ message }) => t(`user.mail_state.${message.mail.state}`), isWhole: true },
        {
          label: t("user.at"),
          cell: ({ message }) => instant(shownAt(message)),
          isWhole: true,
        },
      ]}
    />
  );
}
