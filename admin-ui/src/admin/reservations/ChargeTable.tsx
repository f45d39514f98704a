import Button from "@mui/material/Button";
import { refundOf } from "@/admin/adjustments/form";
import type { Target } from "@/admin/adjustments/form";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

type Charge = Schemas["AdminCharge"];

interface Props {
  charges: readonly Charge[];
  /** Null without an account. */
  userUid: string | null;
  /** Begins a manual refund; null without the permission. */
  onRefund: ((target: Target) => void) | null;
}

/** The payments of a reservation with their refunds and disputes. */
export function ChargeTable({ charges, userUid, onRefund }: Props) {
  const t = useT();
  const actions = (charge: Charge) => onRefund && <RefundButton userUid={userUid} charge={charge} onBegin={onRefund} />;
  return (
    <RowTable
      isNamed
      below="md"
      label={t("reservation.charges")}
      rows={charges}
      keyOf={(charge) => charge.uid}
      empty={t("reservation.none")}
      columns={[
        { label: t("reservation.charge"), cell: (charge) => charge.label },
        { label: t("reservation.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
        {
          label: t("reservation.refunded"),
          cell: ({ refunded_amount: made, refund_due: due, lost_amount: lost }) =>
            due > made + lost
              ? `${yen(made)} (${t("user.refund_due", { amount: yen(due - made - lost) })})`
              : yen(made),
          align: "right",
          isWhole: true,
        },
        { label: t("disputes.one"), cell: dispute },
        { label: t("reservation_facts.status_label"), cell: ({ status }) => t(`reservation.state.${status}`) },
        { label: t("reservation.provider"), cell: ({ gateway_fid }) => gateway_fid },
        ...(onRefund ? [{ label: t("adjustment.actions"), cell: actions }] : []),
      ]}
    />
  );
}

interface RefundButtonProps {
  /** Null without an account: only a diner's charge can be refunded. */
  userUid: string | null;
  charge: Charge;
  onBegin: (target: Target) => void;
}

function RefundButton({ userUid, charge, onBegin }: RefundButtonProps) {
  const t = useT();
  if (userUid === null || charge.refundable <= 0) return null;
  return (
    <Button size="small" variant="outlined" onClick={() => onBegin(refundOf(userUid, charge))}>
      {t("adjustment.refund_button")}
    </Button>
  );
}

function dispute(charge: Charge) {
  return charge.dispute_id === null || charge.dispute === null ? (
    ""
  ) : (
    <DisputeOf charge={charge} id={charge.dispute_id} />
  );
}

function DisputeOf({ charge: { dispute: state, lost_amount: lost }, id }: { charge: Charge; id: string }) {
  const t = useT();
  if (state === null) return null;
  return (
    <>
      <AppLink to={paths.dispute(id)}>{t(`disputes.state.${state}`)}</AppLink>
      {lost > 0 && ` (${t("disputes.lost_amount", { amount: yen(lost) })})`}
    </>
  );
}
