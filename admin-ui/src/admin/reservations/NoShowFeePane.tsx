import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { yen } from "@/console/i18n/page-language";
import { send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { Facts, useAsk, useLeaveGuard, useNoticedWrite } from "@/console/ui";

/** The fee of a no-show. A requested one is refused here, and a charged one by an admin who may refund. */
export function NoShowFeePane({ fee }: { fee: Schemas["AdminNoShowFee"] }) {
  const t = useT();
  const instant = useInstant();
  const { admin } = useShell();
  const isWaivable = fee.status === "requested" || (fee.status === "charged" && admin?.flags.refunds === true);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t("no_show_fees.one")}
      sx={{ p: { xs: 2, sm: 3 }, mt: 3, display: "grid", gap: 2 }}
    >
      <Typography variant="h2">{t("no_show_fees.one")}</Typography>
      <Facts
        facts={[
          [t("cancel_requests.state"), t(`no_show_fees.status.${fee.status}`)],
          [t("no_show_fees.payment"), fee.charge_status === null ? "" : t(`reservation.state.${fee.charge_status}`)],
          [t("no_show_fees.amount"), yen(fee.amount)],
          [t("no_show_fees.requested_at"), instant(fee.requested_at)],
          [t("no_show_fees.charged_at"), instant(fee.charge_due_at)],
          [t("cancel_requests.reason"), fee.reason],
        ]}
      />
      {isWaivable && <Waiver uid={fee.reservation_uid} />}
    </Paper>
  );
}

function Waiver({ uid }: { uid: string }) {
  const t = useT();
  const ask = useAsk();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const [reason, setReason] = useState("");
  const isBlank = reason.trim() === "";
  useLeaveGuard(!isBlank);

  const waive = async () => {
    const [title, text, agree] = [t("no_show_fees.ask"), t("no_show_fees.ask_text"), t("no_show_fees.waive")];
    if (!(await ask({ title, text, agree, danger: true }))) return;
    await write(async () => {
      const call = { path: { uid }, body: { reason } };
      const { message } = await send("POST", "/admin/reservations/{uid}/no_show_fee/waive", call);
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    await revalidate();
  };
  return (
    <>
      <TextField
        label={t("no_show_fees.why")}
        multiline
        required
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Box>
        <Button variant="contained" color="secondary" disabled={busy || isBlank} onClick={() => void waive()}>
          {t("no_show_fees.waive")}
        </Button>
      </Box>
    </>
  );
}
