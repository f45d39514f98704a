import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import type { ChargeRecord } from "@/api";
import { Button, Dialog, Problem, Stack, TextField } from "@/ui";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface ReceiptDialogProps {
  charge: ChargeRecord | null;
  email: string;
  onClose: () => void;
}

/** Sends a charge's receipt by mail, once; the page is read anew whatever came of it. */
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isFine = EMAIL.test(email.trim());

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isFine) return;
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await send("POST", "/users/api/customers/send_receipt", {
        body: { receipt_email: email.trim(), gateway_fid: charge.gateway_fid ?? "" },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.problem.fields?.receipt_email === undefined) {
        // Sent meanwhile, or paid back: the page is read anew, and says so.
        showFlash({ kind: "alert", message: error.message, sticky: true });
        await revalidate();
        onDone();
      } else {
        setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
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
        {problem && (
          <Problem>
            <p>{problem}</p>
          </Problem>
        )}
        <Button type="submit" kind="primary" disabled={!isFine} busy={busy}>
          {t("receipts.send.submit")}
        </Button>
      </Stack>
    </form>
  );
}
