import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { yen } from "@/console/i18n/page-language";
import { send, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { JustificationDialog } from "@/console/security";
import { Facts, useAsk, useLeaveGuard, useNoticedWrite } from "@/console/ui";
import { useFinish } from "./use-finish";

/** The fee of a no-show. A requested one is refused here, and a charged one by an admin who may refund. */
export function NoShowFeePane({ fee }: { fee: Schemas["AdminNoShowFee"] }) {
  const t = useT();
  const instant = useInstant();
  const { admin } = useShell();
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
      {fee.status === "requested" && <Waiver uid={fee.reservation_uid} />}
      {fee.status === "charged" && admin?.flags.refunds === true && <Refund uid={fee.reservation_uid} />}
    </Paper>
  );
}

function Waiver({ uid }: { uid: string }) {
  const t = useT();
  const ask = useAsk();
  const finish = useFinish();
  const { busy, write } = useNoticedWrite();
  const [reason, setReason] = useState("");
  const isBlank = reason.trim() === "";
  useLeaveGuard(!isBlank);

  const waive = async () => {
    const [title, text, agree] = [t("no_show_fees.ask"), t("no_show_fees.ask_text"), t("no_show_fees.waive")];
    if (!(await ask({ title, text, agree, danger: true }))) return;
    let message: string | undefined;
    await write(async () => {
      const call = { path: { uid }, body: { reason } };
      ({ message } = await send("POST", "/admin/reservations/{uid}/no_show_fee/waive", call));
    });
    // Also after a rejection: the fee may be charged by now.
    await finish(message);
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

/** The waiver of a charged fee is a refund, so it needs a proof of identity, too. */
function Refund({ uid }: { uid: string }) {
  const t = useT();
  const finish = useFinish();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Box>
      <Button variant="contained" color="secondary" onClick={() => setIsAsking(true)}>
        {t("no_show_fees.waive")}
      </Button>
      {isAsking && (
        <JustificationDialog
          title={t("no_show_fees.ask")}
          text={t("no_show_fees.ask_charged_text")}
          agree={t("no_show_fees.waive")}
          onClose={() => setIsAsking(false)}
          onConfirm={async (body) => {
            const call = { path: { uid }, body };
            const { message } = await send("POST", "/admin/reservations/{uid}/no_show_fee/waive", call);
            setIsAsking(false);
            await finish(message);
          }}
        />
      )}
    </Box>
  );
}
