import { useState } from "react";
import Button from "@mui/material/Button";
import DialogContent from "@mui/material/DialogContent";
import TextField from "@mui/material/TextField";
import { useRevalidator } from "react-router";
import { send, showFlash } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { ProofForm } from "@/console/security";
import { yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { FormModal, useWrite } from "@/console/ui";

export type Decision = "approve" | "confirm" | "reject";

interface Props {
  adjustment: Schemas["AdminAdjustment"];
  decision: Decision;
  onClose: () => void;
}

/**
 * Approves another admin's request with a proof of identity, or rejects it with a reason. Confirms a request that the command line made in
 * one's own name.
 */
export function DecisionDialog({ adjustment, decision, onClose }: Props) {
  const t = useT();
  const { revalidate } = useRevalidator();
  const path = { uid: adjustment.uid };
  const done = async (message: string | undefined) => {
    if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    onClose();
    await revalidate();
  };
  const about = [adjustment.reservation_code, yen(adjustment.amount), adjustment.reason]
    .filter((part) => part !== null)
    .join(" · ");
  return (
    <FormModal title={t(`adjustment.ask_${decision}`)} about={about} onClose={onClose}>
      <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
        {decision !== "reject" ? (
          <ProofForm
            hasApp
            onCancel={onClose}
            onProof={async (proof) => {
              const { message } = await send("POST", "/admin/payment_adjustments/{uid}/approve", { path, body: proof });
              await done(message);
            }}
          />
        ) : (
          <Rejection
            onReject={async (reason) => {
              const { message } = await send("POST", "/admin/payment_adjustments/{uid}/reject", {
                path,
                body: { reason },
              });
              await done(message);
            }}
          />
        )}
      </DialogContent>
    </FormModal>
  );
}

function Rejection({ onReject }: { onReject: (reason: string) => Promise<void> }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const { busy, problem, fields, write } = useWrite();
  return (
    <>
      <TextField
        label={t("adjustment.why_rejected")}
        required
        multiline
        minRows={2}
        value={reason}
        error={problem !== null}
        helperText={fields["reason"] ?? problem}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        variant="contained"
        loading={busy}
        disabled={reason.trim() === ""}
        sx={{ justifySelf: "start" }}
        onClick={() => void write(() => onReject(reason))}
      >
        {t("adjustment.reject")}
      </Button>
    </>
  );
}
