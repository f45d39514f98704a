import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { ChargeRecord } from "@/api";
import { Button, Dialog, SelectField, Stack, TextField, WriteProblem, useWrite } from "@/ui";

const MAX_LENGTH = 100;
const TYPES = ["receipt", "invoice"] as const;
type DocumentType = (typeof TYPES)[number];

interface DocumentDialogProps {
  charge: ChargeRecord | null;
  name: string;
  onClose: () => void;
}

/** Requests a receipt or an invoice as a document, which opens in another tab. */
export function DocumentDialog({ charge, name, onClose }: DocumentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("receipts.document.title")} open={charge !== null} onClose={onClose}>
      {charge !== null && <DocumentForm key={charge.id} charge={charge} first={name} />}
    </Dialog>
  );
}

function DocumentForm({ charge, first }: { charge: ChargeRecord; first: string }) {
  const { t } = useTranslation();
  const [type, setType] = useState<DocumentType>("receipt");
  const [recipient, setRecipient] = useState(first);
  const [reason, setReason] = useState("");
  const issuing = useWrite();
  const [issued, setIssued] = useState<string | null>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (recipient.trim() === "") return;
    // Opened within the click event: browsers block later ones.
    const tab = window.open("", "_blank");
    const isDone = await issuing.write(async () => {
      const { receipt_url } = await send("POST", "/users/api/payment_histories", {
        body: { charge_invoice: { charge_id: charge.id, type, recipient_name: recipient.trim(), reason } },
      });
      setIssued(receipt_url);
      if (tab) tab.location.href = receipt_url;
    });
    if (!isDone) tab?.close();
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <SelectField
          label={t("receipts.document.type")}
          value={type}
          onChange={(event) => setType(event.target.value === "invoice" ? "invoice" : "receipt")}
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {t(`receipts.document.${each}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("receipts.document.recipient_name")}
          hint={t("receipts.document.recipient_hint")}
          mandatory
          maxLength={MAX_LENGTH}
          value={recipient}
          error={issuing.fields["charge_invoice.recipient_name"]}
          onChange={(event) => setRecipient(event.target.value)}
        />
        <TextField
          label={t("receipts.document.reason")}
          hint={t("receipts.document.reason_hint")}
          maxLength={MAX_LENGTH}
          value={reason}
          error={issuing.fields["charge_invoice.reason"]}
          onChange={(event) => setReason(event.target.value)}
        />
        <WriteProblem write={issuing} />
        <p>{t("receipts.document.again")}</p>
        <Button type="submit" kind="primary" disabled={recipient.trim() === ""} busy={issuing.busy}>
          {t("receipts.document.submit")}
        </Button>
        {issued !== null && (
          <p role="status">
            <a href={issued} target="_blank" rel="noreferrer">
              {t("receipts.document.open")}
            </a>
          </p>
        )}
      </Stack>
    </form>
  );
}
