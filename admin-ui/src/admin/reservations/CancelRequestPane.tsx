import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useInstant } from "@/admin/navigation";
import { Facts, useAsk, useLeaveGuard, useNoticedWrite } from "@/console/ui";

/** The restaurant's cancel request. An open one is decided on here. */
export function CancelRequestPane({ request }: { request: Schemas["AdminCancelRequest"] }) {
  const t = useT();
  const instant = useInstant();
  const isOpen = request.status === "pending";
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t("cancel_requests.one")}
      sx={{ p: { xs: 2, sm: 3 }, mt: 3, display: "grid", gap: 2, ...(isOpen && { borderColor: "secondary.main" }) }}
    >
      <Typography variant="h2">{t("cancel_requests.one")}</Typography>
      <Facts
        facts={[
          [t("cancel_requests.state"), t(`cancel_requests.status.${request.status as "pending"}`)],
          [t("cancel_requests.reason"), t(`cancel_requests.cause.${request.reason}`)],
          [t("cancel_requests.slot"), t(request.delete_os ? "cancel_requests.deleted" : "cancel_requests.reopened")],
          [t("cancel_requests.filed"), instant(request.created_at)],
        ]}
      />
      {isOpen && <Decision uid={request.reservation_uid} />}
    </Paper>
  );
}

function Decision({ uid }: { uid: string }) {
  const t = useT();
  const ask = useAsk();
  const { revalidate } = useRevalidator();
  const { busy, write } = useNoticedWrite();
  const [reason, setReason] = useState("");
  useLeaveGuard(reason.trim() !== "");

  const decide = async (how: "approve" | "reject") => {
    const question = how === "approve" ? "cancel_requests.ask_approve" : "cancel_requests.ask_reject";
    const agree = t(how === "approve" ? "cancel_requests.approve" : "cancel_requests.reject");
    if (!(await ask({ title: t(question), text: t(`${question}_text`), agree, danger: how === "approve" }))) return;
    const path = `/admin/reservations/{uid}/cancel_request/${how}` as const;
    await write(async () => {
      const { message } = await send("POST", path, { path: { uid }, body: { reason } });
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    });
    await revalidate();
  };
  return (
    <>
      <TextField
        label={t("cancel_requests.why")}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="contained" color="secondary" disabled={busy} onClick={() => void decide("approve")}>
          {t("cancel_requests.approve")}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => void decide("reject")}>
          {t("cancel_requests.reject")}
        </Button>
      </Box>
    </>
  );
}
