import { useState } from "react";
import Alert from "@mui/material/Alert";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { shownNumber, storedNumber } from "@seki/shared/phone";
import { CustomerFields } from "./CustomerFields";
import type { CustomerDraft } from "./CustomerFields";
import { FormDialog } from "./FormDialog";
import { GroupSelect } from "./GroupSelect";
import { useCustomerSave } from "./use-customer-save";

interface Props {
  customer: Schemas["CustomerCard"];
  groups: readonly Schemas["GroupChoice"][];
  onClose: () => void;
  onSaved: () => void;
}

/** What staff know of a customer, and their group. Of an online customer only memo and group are the restaurant's. */
export function EditCustomerDialog({ customer, groups, onClose, onSaved }: Props) {
  const t = useT();
  const isOnline = customer.type === "OnlineCustomer";
  const [draft, setDraft] = useState<CustomerDraft>({
    nickname: customer.nickname,
    phone: {
      country: customer.phone_country,
      digits: shownNumber(customer.phone_local_number, customer.phone_country),
    },
    receipt_title: customer.receipt_title,
    internal_memo: customer.internal_memo,
  });
  const [group, setGroup] = useState(customer.customer_group_id);
  const { errors, problem, busy, save, refuseNickname } = useCustomerSave("customer_form.edit_failed", onSaved);
  const submit = () => {
    if (!isOnline && draft.nickname.trim() === "") return refuseNickname();
    const body = { customer: changeOf(draft, group, customer) };
    void save(() => send("PATCH", "/owners/api/customers/{uid}", { path: { uid: customer.uid }, body }));
  };

  return (
    <FormDialog
      title={t("customer_form.edit_title")}
      submit={t("console.save")}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {isOnline && <Alert severity="info">{t("customer_form.online_note")}</Alert>}
      <GroupSelect label={t("customer_form.group")} groups={groups} value={group} onChange={setGroup} />
      <CustomerFields draft={draft} errors={errors} memoOnly={isOnline} onChange={setDraft} />
    </FormDialog>
  );
}

function changeOf(
  { nickname, phone, receipt_title, internal_memo }: CustomerDraft,
  customer_group_id: number | null,
  { profile_id, type }: Schemas["CustomerCard"],
) {
  const own =
    type === "OnlineCustomer"
      ? {}
      : {
          nickname,
          phone_country: phone.country,
          phone_local_number: storedNumber(phone.digits, phone.country),
          receipt_title,
        };
  const id = profile_id === null ? {} : { id: profile_id };
  return { type: "OfflineCustomer", customer_group_id, profile_attributes: { ...id, ...own, internal_memo } };
}
