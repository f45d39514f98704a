import { joiner } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import type { Translate } from "@/owner/i18n/use-t";
import type { CustomerDraft } from "../CustomerFields";

/** Returns the label of each customer field and the text of its saved value. */
export function customerFields(
  saved: CustomerDraft & { group: number | null },
  groups: readonly Schemas["GroupChoice"][],
  t: Translate,
) {
  const group = groups.find(({ id }) => id === saved.group)?.label ?? t("customers.no_group");
  return {
    nickname: { label: t("customer_form.nickname"), saved: saved.nickname },
    kana: { label: t("customer_form.kana"), saved: saved.kana },
    phone: { label: t("customer_form.phone"), saved: saved.phone.digits },
    receipt_title: { label: t("customer_form.receipt_title"), saved: saved.receipt_title },
    noted_allergies: { label: t("customer_form.allergies"), saved: saved.noted_allergies },
    noted_dislikes: { label: t("customer_form.dislikes"), saved: saved.noted_dislikes },
    tags: { label: t("customer_form.tags"), saved: saved.tags.map(({ label }) => label).join(joiner()) },
    internal_memo: { label: t("customer_form.memo"), saved: saved.internal_memo },
    group: { label: t("customer_form.group"), saved: group },
  };
}
