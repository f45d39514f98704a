import { useState } from "react";
import { send } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { storedNumber } from "@seki/shared/phone";
import { noPhone } from "../phone";
import { CustomerFields } from "./CustomerFields";
import type { CustomerDraft } from "./CustomerFields";
import { FormDialog } from "./FormDialog";
import { noNotes, notesBody } from "./notes/draft";
import { useCustomerSave } from "./use-customer-save";

const empty: CustomerDraft = {
  nickname: "",
  kana: "",
  phone: noPhone,
  receipt_title: "",
  internal_memo: "",
  ...noNotes,
};

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Adds a customer for staff. */
export function AddCustomerDialog({ onClose, onAdded }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(empty);
  const { errors, problem, busy, save } = useCustomerSave("console.modal_failed", onAdded);
  // The server validates all fields in one call, the name among them.
  const add = () => void save(() => send("POST", "/owners/api/customers", { body: { customer: customerOf(draft) } }));

  return (
    <FormDialog
      title={t("customer_form.add_title")}
      submit={t("customer_form.add")}
      busy={busy}
      problem={problem}
      onSubmit={add}
      onClose={onClose}
    >
      <CustomerFields draft={draft} errors={errors} onChange={setDraft} />
    </FormDialog>
  );
}

function customerOf({ nickname, kana, phone, receipt_title, internal_memo, ...notes }: CustomerDraft) {
  return {
    type: "OfflineCustomer",
    profile_attributes: {
      nickname,
      kana,
      phone_country: phone.country,
      phone_local_number: storedNumber(phone.digits, phone.country),
      receipt_title,
      internal_memo,
      ...notesBody(notes),
    },
  };
}
