import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { correctionOf, refundOf } from "@/admin/adjustments/form";
import type { Target } from "@/admin/adjustments/form";
import { useAdjustment } from "@/admin/adjustments/use-adjustment";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

/** The bookings of a diner, latest visit first. */
export function Bookings({ bookings }: { bookings: readonly Schemas["UserBooking"][] }) {
  const t = useT();
  return (
    <Lines
      label={t("user.bookings")}
      headings={[t("user.code"), t("user.restaurant"), t("user.visit"), t("user.guests"), t("user.state")]}
      rows={bookings.map(({ uid, reservation_code, restaurant_name, display_time, guests_count, status }) => [
        <AppLink key={uid} to={paths.reservation(uid)}>
          {reservation_code}
        </AppLink>,
        restaurant_name,
        display_time,
        guests_count,
        t(`reservation_facts.status.${status}`),
      ])}
    />
  );
}

/** A diner's payments and refunds, newest first. */
export function Payments({ user }: { user: Schemas["AdminUserView"] }) {
  const t = useT();
  const instant = useInstant();
  const { isAllowed, begin, dialog } = useAdjustment(user.approval_above);
  const returned = ({ refunded_amount: made, refund_due: due, lost_amount: lost }: Schemas["UserPayment"]) =>
    due > made + lost ? `${yen(made)} (${t("user.refund_due", { amount: yen(due - made - lost) })})` : yen(made);
  const state = ({ status, dispute, lost_amount: lost }: Schemas["UserPayment"]) => {
    const byBank = lost > 0 ? [t("disputes.lost_amount", { amount: yen(lost) })] : [];
    const disputed = dispute === null ? byBank : [t(`disputes.state.${dispute}`), ...byBank];
    const text = t(`reservation.state.${status}`);
    return disputed.length === 0 ? text : `${text} (${disputed.join(", ")})`;
  };
  const actions = (payment: Schemas["UserPayment"]) => (
    <PaymentActions userUid={user.uid} payment={payment} onBegin={begin} />
  );
  return (
    <>
      <Lines
        label={t("user.payments")}
        headings={[
          t("reservation.charge"),
          t("reservation.amount"),
          t("reservation.refunded"),
          t("user.state"),
          t("user.at"),
          t("user.code"),
          ...(isAllowed ? [t("adjustment.actions")] : []),
        ]}
        rows={user.payments.map((payment) => [
          payment.label,
          yen(payment.amount),
          returned(payment),
          state(payment),
          instant(payment.created_at),
          payment.reservation_uid === null ? (
            ""
          ) : (
            <AppLink key={payment.reservation_uid} to={paths.charges(payment.reservation_uid)}>
              {payment.reservation_code}
            </AppLink>
          ),
          ...(isAllowed ? [actions(payment)] : []),
        ])}
      />
      {dialog}
    </>
  );
}

interface PaymentActionsProps {
  userUid: string;
  payment: Schemas["UserPayment"];
  onBegin: (target: Target) => void;
}

function PaymentActions({ userUid, payment, onBegin }: PaymentActionsProps) {
  const t = useT();
  const { reservation_uid: uid, reservation_code: code, refundable } = payment;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {refundable > 0 && (
        <Button size="small" variant="outlined" onClick={() => onBegin(refundOf(userUid, payment))}>
          {t("adjustment.refund_button")}
        </Button>
      )}
      {uid !== null && code !== null && payment.status === "succeeded" && (
        <Button size="small" onClick={() => onBegin(correctionOf({ uid, label: code }))}>
          {t("adjustment.correct_button")}
        </Button>
      )}
    </Box>
  );
}

/** The mails to a diner by subject. Their texts are not stored. */
export function Mails({ mails }: { mails: readonly Schemas["UserMail"][] }) {
  const t = useT();
  const instant = useInstant();
  return (
    <Lines
      label={t("user.mails")}
      headings={[t("user.subject"), t("user.state"), t("user.at")]}
      rows={mails.map(({ template, state, created_at, sent_at }) => [
        t(`user.mail.${template as "password_reset"}`, { _: template }),
        t(`user.mail_state.${state}`),
        instant(sent_at ?? created_at),
      ])}
    />
  );
}

interface LinesProps {
  label: string;
  headings: string[];
  rows: ReactNode[][];
}

function Lines({ label, headings, rows }: LinesProps) {
  const t = useT();
  if (rows.length === 0) return <Typography color="text.secondary">{t("user.none")}</Typography>;
  return (
    <RowTable
      isNamed
      below="md"
      label={label}
      rows={rows.map((cells, at) => ({ cells, at }))}
      keyOf={({ at }) => at}
      empty={t("user.none")}
      columns={headings.map((heading, column) => ({
        label: heading,
        cell: ({ cells }: { cells: ReactNode[]; at: number }) => cells[column],
        isWhole: true,
      }))}
    />
  );
}
