import type { Schemas } from "@/owner/api";
import { shownNumber, storedNumber } from "@seki/shared/phone";
import type { CustomerDraft } from "../CustomerFields";
import { notesBody, notesOf } from "../notes/draft";

/** Returns the initial form of a customer. */
export function draftOf(customer: Schemas["CustomerCard"]): CustomerDraft {
  return {
    nickname: customer.nickname,
    kana: customer.kana,
    phone: {
      country: customer.phone_country,
      digits: shownNumber(customer.phone_local_number, customer.phone_country),
    },
    receipt_title: customer.receipt_title,
    internal_memo: customer.internal_memo,
    ...notesOf(customer),
  };
}

/** Returns the fields to write; for an online customer only the fields of the restaurant. */
function attributesOf(
  { nickname, kana, phone, receipt_title, internal_memo, ...notes }: CustomerDraft,
  isOnline: boolean,
) {
  const number = { phone_country: phone.country, phone_local_number: storedNumber(phone.digits, phone.country) };
  const own = isOnline ? {} : { nickname, kana, number, receipt_title };
  return { ...own, internal_memo, ...notesBody(notes) };
}

/** Fields that are sent with their expected value: the server rejects a write over another user's change. */
const SEEN: ReadonlySet<string> = new Set([
  "nickname",
  "kana",
  "receipt_title",
  "internal_memo",
  "noted_allergies",
  "noted_dislikes",
  "tags",
]);

/** Returns only the changed fields, since another user may have changed others meanwhile. */
export function changeOf(draft: CustomerDraft, group: number | null, customer: Schemas["CustomerCard"]) {
  const isOnline = customer.type === "OnlineCustomer";
  const before = new Map<string, unknown>(Object.entries(attributesOf(draftOf(customer), isOnline)));
  const changed = Object.entries(attributesOf(draft, isOnline)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  const { number, ...rest } = Object.fromEntries(changed) as Partial<ReturnType<typeof attributesOf>>;
  const seen = changed
    .filter(([name]) => SEEN.has(name))
    .map(([name]) => [`expected_${name}`, before.get(name)] as const);
  const id = customer.profile_id === null ? {} : { id: customer.profile_id };
  const in_group =
    group === customer.customer_group_id
      ? {}
      : { customer_group_id: group, expected_customer_group_id: customer.customer_group_id };
  const seenNumber = number ? { expected_phone_local_number: customer.phone_local_number } : {};
  return {
    type: "OfflineCustomer",
    ...in_group,
    profile_attributes: { ...id, ...number, ...seenNumber, ...rest, ...Object.fromEntries(seen) },
  };
}
