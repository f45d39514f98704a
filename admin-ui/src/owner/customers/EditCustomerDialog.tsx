import Alert from "@mui/material/Alert";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { CustomerFields } from "./CustomerFields";
import type { CustomerDraft } from "./CustomerFields";
import { customerFields } from "./model/customer-fields";
import { FormDialog } from "./FormDialog";
import { GroupSelect } from "./GroupSelect";
import { changeOf, draftOf } from "./model/change";
import { useCustomerSave } from "./use-customer-save";
import { ChangedMeanwhile, useDraft } from "../drafts";

interface Props {
  customer: Schemas["CustomerCard"];
  groups: readonly Schemas["GroupChoice"][];
  onClose: () => void;
  onSaved: () => void;
  /** Called after an edit conflict: the customer must be read again. */
  onOvertaken: () => void;
}

interface EditDraft extends CustomerDraft {
  group: number | null;
}

/** Edits a customer and their group. For an online customer the restaurant edits only memo, notes and group. */
export function EditCustomerDialog({ customer, groups, onClose, onSaved, onOvertaken }: Props) {
  const t = useT();
  const isOnline = customer.type === "OnlineCustomer";
  const saved = { ...draftOf(customer), group: customer.customer_group_id };
  const form = useDraft<EditDraft>(`customer:${customer.uid}`, saved);
  const { draft, set, discard, sent, clashes } = form;
  const done = () => {
    sent(draft);
    onSaved();
  };
  const saving = useCustomerSave("customer_form.edit_failed", done, onOvertaken);
  const { errors, problem, busy, save, refuseNickname } = saving;
  const leave = () => {
    discard();
    onClose();
  };
  const submit = () => {
    if (!isOnline && draft.nickname.trim() === "") return refuseNickname();
    const body = { customer: changeOf(draft, draft.group, customer) };
    void save(() => send("PATCH", "/owners/api/customers/{uid}", { path: { uid: customer.uid }, body }));
  };

  return (
    <FormDialog
      title={t("customer_form.edit_title")}
      submit={t("console.save")}
      busy={busy}
      disabled={clashes.length > 0}
      problem={problem}
      onSubmit={submit}
      onClose={leave}
    >
      {isOnline && <Alert severity="info">{t("customer_form.online_note")}</Alert>}
      <GroupSelect
        label={t("customer_form.group")}
        groups={groups}
        value={draft.group}
        onChange={(group) => set({ group })}
      />
      <CustomerFields draft={draft} errors={errors} memoOnly={isOnline} onChange={set} />
      <ChangedMeanwhile form={form} fields={customerFields(saved, groups, t)} />
    </FormDialog>
  );
}
