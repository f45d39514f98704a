import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import type { ChargeRecord } from "@/api";
import { Button, Dialog, Stack, TextField, WriteProblem, useWrite } from "@/ui";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface ReceiptDialogProps {
  charge: ChargeRecord | null;
  email: string;
  onClose: () => void;
}

/** Mails a charge's receipt, once. The page is reloaded after success and failure. */
export function ReceiptDialog({ charge, email, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("receipts.send.title")} open={charge !== null} onClose={onClose}>
      {charge !== null && <SendForm key={charge.id} charge={charge} first={email} onDone={onClose} />}
    </Dialog>
  );
}

interface SendFormProps {
  charge: ChargeRecord;
  first: string;
  onDone: () => void;
}

function SendForm({ charge, first, onDone }: SendFormProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [email, setEmail] = useState(first);
  const sending = useWrite({
    handles: async (error) => {
      if (!(error instanceof ApiError) || error.problem.fields?.receipt_email !== undefined) return false;
      // Mailed or refunded meanwhile: the reloaded page shows it.
      showFlash({ kind: "alert", message: error.message, sticky: true });
      await revalidate();
      onDone();
      return true;
    },
  });
  const isFine = EMAIL.test(email.trim());

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isFine) return;
    void sending.write(async () => {
      const { message } = await send("POST", "/users/api/customers/send_receipt", {
        body: { receipt_email: email.trim(), gateway_fid: charge.gateway_fid ?? "" },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
      onDone();
    });
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <p>{t("receipts.send.text")}</p>
        <TextField
          label={t("receipts.send.email")}
          type="email"
          autoComplete="email"
          mandatory
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <WriteProblem write={sending} />
        <Button type="submit" kind="primary" disabled={!isFine} busy={sending.busy}>
          {t("receipts.send.submit")}
        </Button>
      </Stack>
    </form>
  );
}
