import type { Schemas } from "@/owner/api";
import { HOME_COUNTRY, digitsOf, searchNumber } from "@seki/shared/phone";

export type CustomerFilter = Schemas["CustomerFilter"];
export type CustomerType = Schemas["CustomerType"];

/** Value of "no group" in forms. */
export const NO_GROUP = 999;
export const CUSTOMER_TYPES: readonly CustomerType[] = [
  "OnlineCustomer",
  "OfflineCustomer",
  "InvitedCustomer",
  "OffsiteCustomer",
];
export const VISIT_COUNTS: readonly number[] = Array.from({ length: 101 }, (_, count) => count);

export const noFilter: CustomerFilter = {
  customer_group_ids: [],
  customer_types: [],
  customer_tags: [],
  is_blacklisted: false,
  is_sms_invite: false,
  is_email_invite: false,
  is_overseas_phone_number: false,
  is_domestic_phone_number: false,
  has_allergy: false,
  visit_count_from: null,
  visit_count_till: null,
  keywords: "",
  user_email: "",
  phone_local_number: "",
  phone_country: "",
};

/** Flags of a filter and their names in the list's address. */
const FLAGS = [
  ["is_blacklisted", "q[is_blacklisted_true]"],
  ["is_sms_invite", "is_sms_invite"],
  ["is_email_invite", "is_email_invite"],
  ["is_overseas_phone_number", "is_overseas_phone_number"],
  ["is_domestic_phone_number", "is_domestic_phone_number"],
  ["has_allergy", "has_allergy"],
] as const;

export type FilterFlag = (typeof FLAGS)[number][0];
export const FILTER_FLAGS: readonly FilterFlag[] = FLAGS.map(([flag]) => flag);

/** Returns conditions as the query of the list's address. */
export function customersQuery(conditions: Partial<CustomerFilter>): string {
  const filter = { ...noFilter, ...conditions };
  const query = new URLSearchParams();
  for (const id of filter.customer_group_ids) query.append("q[customer_group_id_in][]", String(id));
  for (const type of filter.customer_types) query.append("customer_types[]", type);
  for (const tag of filter.customer_tags) query.append("customer_tags[]", tag);
  for (const [flag, name] of FLAGS) if (filter[flag]) query.append(name, "1");
  const rest: [string, string | number | null][] = [
    ["profile_visit_count_gteq", filter.visit_count_from],
    ["profile_visit_count_lteq", filter.visit_count_till],
    ["keywords", filter.keywords.trim()],
    ["q[user_email_eq]", filter.user_email],
    ["q[profile_phone_local_number_eq]", filter.phone_local_number],
    ["q[profile_phone_country_eq]", filter.phone_country],
  ];
  for (const [name, value] of rest) if (value !== null && value !== "") query.append(name, String(value));
  return query.toString();
}

const one = (flag: boolean) => (flag ? "1" : "");

/** Returns a filter as fields of the bulk form. */
export function fieldsOf(filter: CustomerFilter): Schemas["FilterFields"] {
  return {
    q: {
      customer_group_id_in: filter.customer_group_ids.map(String),
      is_blacklisted_true: one(filter.is_blacklisted),
      user_email_eq: filter.user_email,
      profile_phone_local_number_eq: filter.phone_local_number,
      profile_phone_country_eq: filter.phone_country,
    },
    customer_types: [...filter.customer_types],
    customer_tags: [...filter.customer_tags],
    is_sms_invite: one(filter.is_sms_invite),
    is_email_invite: one(filter.is_email_invite),
    is_overseas_phone_number: one(filter.is_overseas_phone_number),
    is_domestic_phone_number: one(filter.is_domestic_phone_number),
    has_allergy: one(filter.has_allergy),
    profile_visit_count_gteq: filter.visit_count_from === null ? "" : String(filter.visit_count_from),
    profile_visit_count_lteq: filter.visit_count_till === null ? "" : String(filter.visit_count_till),
    keywords: filter.keywords,
  };
}

/** Returns a filter for exactly this email address, with ASCII case folding only; null for an empty text. */
export function exactEmail(typed: string): CustomerFilter | null {
  const user_email = typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return user_email === "" ? null : { ...noFilter, user_email };
}

/** Returns a filter for exactly this number, without a leading zero, abroad with its country; null without digits. */
export function exactPhone(typed: string, country: string): CustomerFilter | null {
  const phone_local_number = (searchNumber(typed) ?? digitsOf(typed)).replace(/^0/, "");
  if (phone_local_number === "") return null;
  return { ...noFilter, phone_local_number, phone_country: country === HOME_COUNTRY ? "" : country };
}

export function isNarrowed(filter: CustomerFilter): boolean {
  return customersQuery(filter) !== "";
}
