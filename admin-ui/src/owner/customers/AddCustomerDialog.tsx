import { useState } from "react";
import { ApiError, send, showFlash } from "@/api";
import { useT } from "@/i18n/use-t";
import { storedNumber } from "@site/features/accounts/model/phone";
import { noPhone } from "../phone";
import { CustomerFields } from "./CustomerFields";
import type { CustomerDraft } from "./CustomerFields";
import { FormDialog } from "./FormDialog";

const empty: CustomerDraft = { nickname: "", phone: noPhone, receipt_title: "", internal_memo: "" };

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Staff write down a customer who came or called. */
export function AddCustomerDialog({ onClose, onAdded }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const add = async () => {
    if (draft.nickname.trim() === "") {
      setErrors({ nickname: t("customer_form.blank") });
      return;
    }
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      const { message } = await send("POST", "/owners/api/customers", { body: { customer: customerOf(draft) } });
      showFlash({ kind: "notice", message, sticky: false });
      onAdded();
    } catch (error) {
      const refusal = fieldsOf(error);
      setErrors(refusal);
      if (Object.keys(refusal).length === 0) setProblem(knownText(error) ?? t("customer_form.failed"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={t("customer_form.add_title")}
      submit={t("customer_form.add")}
      busy={busy}
      problem={problem}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <CustomerFields draft={draft} errors={errors} onChange={setDraft} />
    </FormDialog>
  );
}

function customerOf({ nickname, phone, receipt_title, internal_memo }: CustomerDraft) {
  return {
    type: "OfflineCustomer",
    profile_attributes: {
      nickname,
      phone_country: phone.country,
      phone_local_number: storedNumber(phone.digits, phone.country),
      receipt_title,
      internal_memo,
    },
  };
}

/** The refused fields; none when it was something else. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError && error.status === 422
    ? ((error.problem as { fields?: Record<string, string> }).fields ?? {})
    : {};
}

/** What the server says when somebody is known already. */
export function knownText(error: unknown): string | null {
  return error instanceof ApiError && error.status === 409 ? error.message : null;
}
