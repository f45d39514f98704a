import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink, useAsk, useNoticedWrite } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { DecisionDialog } from "./DecisionDialog";
import type { Decision } from "./DecisionDialog";

type Adjustment = Schemas["AdminAdjustment"];

interface Props {
  adjustments: readonly Adjustment[];
  empty: string;
}

/** Manual refunds and corrections, with the decisions that this admin may make. */
export function AdjustmentTable({ adjustments, empty }: Props) {
  const t = useT();
  const instant = useInstant();
  const [open, setOpen] = useState<{ adjustment: Adjustment; decision: Decision } | null>(null);
  const actions = (adjustment: Adjustment) => (
    <Actions adjustment={adjustment} onDecide={(decision) => setOpen({ adjustment, decision })} />
  );
  return (
    <>
      <RowTable
        isNamed
        below="lg"
        label={t("adjustment.title")}
        rows={adjustments}
        keyOf={({ uid }) => uid}
        empty={empty}
        columns={[
          { label: t("adjustment.kind"), cell: ({ kind }) => t(`adjustment.${kind}`), isWhole: true },
          { label: t("adjustment.subject"), cell: subject, minWidth: 108 },
          { label: t("adjustment.amount"), cell: ({ amount }) => yen(amount), align: "right", isWhole: true },
          { label: t("adjustment.bearer_label"), cell: ({ borne_by }) => t(`adjustment.bearer.${borne_by}`) },
          { label: t("adjustment.reason"), cell: ({ reason }) => reason, minWidth: 120 },
          { label: t("adjustment.state"), cell: state, minWidth: 108 },
          {
            label: t("adjustment.requested_by"),
            cell: ({ requested_by: name, is_by_command_line, created_at }) =>
              `${is_by_command_line ? t("adjustment.by_command_line", { name }) : name} ${instant(created_at)}`,
          },
          {
            label: t("adjustment.decided_by"),
            cell: ({ needs_approval: needed, decided_by: name }) =>
              needed ? (name ?? "") : t("adjustment.no_approval_needed"),
          },
          { label: t("adjustment.actions"), cell: actions },
        ]}
      />
      {open !== null && <DecisionDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The booking, or the diner of a subscription's charge. */
function subject({ reservation_uid, reservation_code, restaurant_name, label, user_uid }: Adjustment) {
  const to = reservation_uid === null ? paths.user(user_uid) : paths.charges(reservation_uid);
  return (
    <>
      <AppLink to={to}>{reservation_code ?? label}</AppLink>
      {restaurant_name !== null && ` ${restaurant_name}`}
    </>
  );
}

const state = (adjustment: Adjustment) => <State adjustment={adjustment} />;

function State({ adjustment }: { adjustment: Adjustment }) {
  const t = useT();
  const { status, is_unpaid, awaits_confirmation, failure, decision_reason } = adjustment;
  const text = awaits_confirmation ? "adjustment.unconfirmed" : (`adjustment.status.${status}` as const);
  const detail = [failure, decision_reason].filter((part) => part !== null && part !== "").join(" ");
  return (
    <>
      {t(is_unpaid ? "adjustment.unpaid" : text)}
      {detail !== "" && (
        <Box component="span" sx={{ display: "block", color: "text.secondary", fontSize: "0.85em" }}>
          {detail}
        </Box>
      )}
    </>
  );
}

interface ActionsProps {
  adjustment: Adjustment;
  onDecide: (decision: Decision) => void;
}

function Actions({ adjustment, onDecide }: ActionsProps) {
  const { uid, can_decide, can_confirm, can_withdraw, awaits_confirmation } = adjustment;
  const t = useT();
  const ask = useAsk();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const withdraw = async () => {
    if (!(await ask({ title: t("adjustment.ask_withdraw"), agree: t("adjustment.withdraw"), danger: true }))) return;
    await write(async () => {
      const { message } = await send("POST", "/admin/payment_adjustments/{uid}/withdraw", { path: { uid } });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    await revalidate();
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {can_confirm && (
        <Button size="small" variant="contained" onClick={() => onDecide("confirm")}>
          {t("adjustment.confirm")}
        </Button>
      )}
      {can_decide && !awaits_confirmation && (
        <Button size="small" variant="contained" onClick={() => onDecide("approve")}>
          {t("adjustment.approve")}
        </Button>
      )}
      {can_decide && (
        <Button size="small" variant="outlined" onClick={() => onDecide("reject")}>
          {t("adjustment.reject")}
        </Button>
      )}
      {can_withdraw && (
        <Button size="small" variant="outlined" disabled={busy} onClick={() => void withdraw()}>
          {t("adjustment.withdraw")}
        </Button>
      )}
    </Box>
  );
}
