import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { Schemas } from "@/admin/api";
import { AdjustmentTable } from "@/admin/adjustments/AdjustmentTable";
import { correctionOf, refundOf } from "@/admin/adjustments/form";
import type { Target } from "@/admin/adjustments/form";
import { useAdjustment } from "@/admin/adjustments/use-adjustment";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

type Charge = Schemas["AdminCharge"];

/** The payments of a reservation, with manual refunds and corrections. */
export default function AdminReservationChargesPage() {
  const t = useT();
  const data = usePageData<"admin_reservation_charges">();
  const { isAllowed, begin, dialog } = useAdjustment(data.approval_above);
  const { uid, reservation_code: label } = data.reservation;
  const actions = (charge: Charge) => <RefundButton userUid={data.user_uid} charge={charge} onBegin={begin} />;
  return (
    <>
      <PageTitle
        title={`${t("reservation.charges")} ${label}`}
        actions={
          <>
            {isAllowed && data.is_correctable && (
              <Button variant="outlined" onClick={() => begin(correctionOf({ uid, label }))}>
                {t("adjustment.correct_button")}
              </Button>
            )}
            <Button component={Link} to={paths.reservation(uid)}>
              {t("reservation_facts.title")}
            </Button>
          </>
        }
      />
      <RowTable
        isNamed
        below="md"
        label={t("reservation.charges")}
        rows={data.charges}
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
          ...(isAllowed ? [{ label: t("adjustment.actions"), cell: actions }] : []),
        ]}
      />
      <Box component="section" sx={{ mt: 4, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Typography variant="h2">{t("adjustment.title")}</Typography>
        <AdjustmentTable adjustments={data.adjustments} empty={t("adjustment.none_ever")} />
      </Box>
      {dialog}
    </>
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
