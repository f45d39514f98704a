import { useState } from "react";
import type { SyntheticEvent } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import type { ChargeRecord } from "@/api";
import { deleteDrafts, useStoredInput } from "@/drafts";
import { Button, Dialog, SelectField, Stack, TextField, WriteProblem, errorText, useWrite } from "@/ui";

const MAX_LENGTH = 100;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const TYPES = ["receipt", "invoice"] as const;
type DocumentType = (typeof TYPES)[number];

interface DocumentDialogProps {
  charge: ChargeRecord | null;
  name: string;
  email: string;
  onClose: () => void;
}

/** Requests a receipt or an invoice, which opens in another tab. A receipt can be mailed as well, once. */
export function DocumentDialog({ charge, name, email, onClose }: DocumentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("receipts.document.title")} open={charge !== null} onClose={onClose}>
      {charge !== null && <DocumentForm key={charge.id} charge={charge} first={name} email={email} onDone={onClose} />}
    </Dialog>
  );
}

/** Returns the start of the names of a charge's drafts. */
function draftOf({ id }: ChargeRecord): string {
  return `document.${id}.`;
}

interface DocumentFormProps {
  charge: ChargeRecord;
  first: string;
  email: string;
  onDone: () => void;
}

function DocumentForm({ charge, first, email, onDone }: DocumentFormProps) {
  const { t } = useTranslation();
  const [type, setType] = useState<DocumentType>("receipt");
  const draft = draftOf(charge);
  const [recipient, setRecipient] = useStoredInput(`${draft}recipient`, first);
  const [reason, setReason] = useStoredInput(`${draft}reason`, "");
  const issuing = useWrite();
  const [issued, setIssued] = useState<string | null>(null);
  const [mailFields, setMailFields] = useState<Record<string, string>>({});
  const isNamed = recipient.trim() !== "";
  /** Shows a new text without the error of the previous one. */
  const put = (field: "recipient_name" | "reason", set: (text: string) => void, text: string) => {
    set(text);
    setMailFields(({ [field]: _corrected, ...others }) => others);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isNamed) return;
    // Opened within the click event: browsers block later ones.
    const tab = window.open("", "_blank");
    const isDone = await issuing.write(async () => {
      const { receipt_url } = await send("POST", "/users/api/payment_histories", {
        body: { charge_invoice: { charge_id: charge.id, type, recipient_name: recipient.trim(), reason } },
      });
      deleteDrafts(draft);
      setIssued(receipt_url);
      if (tab) tab.location.href = receipt_url;
    });
    if (!isDone) tab?.close();
  };

  return (
    <Stack>
      <form noValidate onSubmit={(event) => void submit(event)}>
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
            error={issuing.fields["charge_invoice.recipient_name"] ?? mailFields.recipient_name}
            onChange={(event) => put("recipient_name", setRecipient, event.target.value)}
          />
          <TextField
            label={t("receipts.document.reason")}
            hint={t("receipts.document.reason_hint")}
            maxLength={MAX_LENGTH}
            value={reason}
            error={issuing.fields["charge_invoice.reason"] ?? mailFields.reason}
            onChange={(event) => put("reason", setReason, event.target.value)}
          />
          <WriteProblem write={issuing} />
          <p>{t("receipts.document.again")}</p>
          <Button type="submit" kind="primary" disabled={!isNamed} busy={issuing.busy}>
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
      {type === "receipt" && (
        <MailForm
          charge={charge}
          first={email}
          content={{ recipient_name: recipient.trim(), reason: reason.trim() }}
          onFields={setMailFields}
          onDone={onDone}
        />
      )}
    </Stack>
  );
}

interface MailFormProps {
  charge: ChargeRecord;
  first: string;
  content: { recipient_name: string; reason: string };
  /** Called with the rejected fields of the content. */
  onFields: (fields: Record<string, string>) => void;
  onDone: () => void;
}

/** Mails the receipt with these contents, once for a charge. The page is reloaded after success and failure. */
function MailForm({ charge, first, content, onFields, onDone }: MailFormProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const draft = draftOf(charge);
  const [email, setEmail] = useStoredInput(`${draft}email`, first);
  const sending = useWrite({
    handles: async (error) => {
      if (!(error instanceof ApiError)) return false;
      const { fields } = error.problem;
      onFields(fields ?? {});
      if (fields !== undefined) return false;
      // Mailed or refunded meanwhile: the reloaded page shows it.
      showFlash({ kind: "alert", message: errorText(error, t), sticky: true });
      await revalidate();
      onDone();
      return true;
    },
  });
  const isSent = charge.receipt_sent_at !== null;
  const isFine = EMAIL.test(email.trim()) && content.recipient_name !== "" && !isSent;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isFine) return;
    void sending.write(async () => {
      const { message } = await send("POST", "/users/api/customers/send_receipt", {
        body: { receipt_email: email.trim(), gateway_fid: charge.gateway_fid ?? "", ...content },
      });
      deleteDrafts(draft);
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
      onDone();
    });
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <p>{t("receipts.send.text")}</p>
        {!isSent && (
          <TextField
            label={t("receipts.send.email")}
            type="email"
            autoComplete="email"
            mandatory
            value={email}
            error={sending.fields.receipt_email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <WriteProblem write={sending} />
        <Button type="submit" disabled={!isFine} busy={sending.busy}>
          {t(isSent ? "receipts.issued" : "receipts.button")}
        </Button>
      </Stack>
    </form>
  );
}
