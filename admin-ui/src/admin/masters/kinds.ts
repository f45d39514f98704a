import type { Field } from "./fields";

/** The server's maximum lengths of a name, a line and a text, in characters. */
export const NAME = 100;
export const LINE = 300;
export const TEXT = 4000;

const position = { name: "position", kind: "number", initial: 0 } as const;
const bilingual = (name: "title" | "label" | "question", most = NAME) =>
  [
    { name: `${name}_ja`, kind: "line", most },
    { name: `${name}_en`, kind: "line", most },
  ] as const;

const GRADES = ["green", "gold", "ohc"] as const;

/** The records that admins manage, by the names in their addresses, with the fields of their forms. */
export const kinds = {
  areas: [...bilingual("label"), position],
  cuisines: [...bilingual("label"), position],
  holidays: [
    { name: "date", kind: "date", isOnce: true },
    { name: "is_struck", kind: "tick", initial: false, hint: "is_struck" },
    { name: "label_ja", kind: "line", most: NAME, isOptional: true },
    { name: "label_en", kind: "line", most: NAME, isOptional: true },
    { name: "reason", kind: "line", most: LINE, isOptional: true },
  ],
  operations: [
    { name: "name", kind: "choice", values: ["lunch", "dinner", "takeaway"], isOnce: true, initial: "dinner" },
    { name: "opens_at", kind: "time", initial: "17:00" },
    { name: "closes_at", kind: "line", most: 5, initial: "22:00", hint: "closes_at" },
    { name: "default_stay_minutes", kind: "number", bounds: [1, 1440], isOnce: true, initial: 120, hint: "visibility" },
    { name: "cutoff_hours", kind: "number", bounds: [0, 8784], isOnce: true, initial: 24, hint: "visibility" },
    { name: "is_active", kind: "tick", initial: true },
  ],
  inventory_groups: [
    ...bilingual("title"),
    { name: "short_label", kind: "line", most: NAME },
    { name: "inventory_type", kind: "choice", values: ["counter", "table", "private_room"], initial: "table" },
    { name: "capacity_per_stock", kind: "number", bounds: [1, 200], isOnce: true, initial: 1, hint: "visibility" },
    { name: "custom_guests_count_label_ja", kind: "line", most: NAME, isOptional: true },
    { name: "custom_guests_count_label_en", kind: "line", most: NAME, isOptional: true },
    position,
  ],
  inventory_items: [
    { name: "inventory_group_id", kind: "choice", isOnce: true },
    { name: "label", kind: "text", hint: "item_labels" },
    position,
  ],
  courses: [
    { name: "operation", kind: "choice", isOnce: true },
    ...bilingual("title"),
    { name: "description_ja", kind: "text", most: TEXT, isOptional: true },
    { name: "description_en", kind: "text", most: TEXT, isOptional: true },
    { name: "price", kind: "number", bounds: [0, 10_000_000], initial: 0 },
    { name: "price_description_ja", kind: "line", most: LINE, isOptional: true },
    { name: "price_description_en", kind: "line", most: LINE, isOptional: true },
    { name: "custom_unit_ja", kind: "line", most: NAME, isOptional: true },
    { name: "custom_unit_en", kind: "line", most: NAME, isOptional: true },
    { name: "daily_max", kind: "optional_number", bounds: [1, 100000], isOptional: true },
    { name: "is_prepaid", kind: "tick", initial: false },
    { name: "is_active", kind: "tick", initial: true },
    position,
  ],
  customer_groups: [
    { name: "label", kind: "line", most: NAME },
    { name: "label_short", kind: "line", most: NAME },
    { name: "soft_disallow_online_reservation", kind: "tick", initial: false },
    { name: "is_archived", kind: "tick", initial: false },
  ],
  calendar_tags: [
    { name: "label", kind: "line", most: NAME },
    { name: "color", kind: "color", initial: "#22375a" },
    position,
  ],
  preference_questions: [
    { name: "timing", kind: "choice", values: ["on_booking", "after_booking"], initial: "on_booking" },
    { name: "question_type", kind: "choice", values: ["select", "singleline"], initial: "singleline" },
    ...bilingual("question"),
    { name: "options_ja", kind: "lines", isOptional: true },
    { name: "options_en", kind: "lines", isOptional: true },
    { name: "is_required", kind: "tick", initial: false },
    { name: "parent_id", kind: "optional_choice", isOptional: true },
    { name: "only_option_id", kind: "optional_number", isOptional: true },
    position,
  ],
  review_page_items: [{ name: "key_name", kind: "line", isOnce: true }, ...bilingual("label", LINE), position],
  gold_rounds: [
    { name: "title", kind: "line", most: NAME },
    { name: "slug", kind: "line", hint: "gold_round_slug" },
  ],
  plan_prices: [
    { name: "grade", kind: "choice", values: GRADES, isOnce: true, initial: "green" },
    { name: "stripe_price_id", kind: "line", most: NAME, isOnce: true },
    { name: "amount", kind: "number", bounds: [1, 10_000_000], isOnce: true },
    { name: "interval", kind: "choice", values: ["month", "year"], isOnce: true, initial: "month" },
    { name: "interval_count", kind: "number", bounds: [1, 12], isOnce: true, initial: 1 },
    { name: "is_active", kind: "tick", initial: true },
  ],
  campaign_codes: [
    { name: "code", kind: "line" },
    { name: "title", kind: "line", most: NAME },
    { name: "grade", kind: "choice", values: GRADES, initial: "green" },
    { name: "trial_months", kind: "number", bounds: [1, 3], initial: 1 },
    { name: "valid_from", kind: "date", isOptional: true },
    { name: "valid_till", kind: "date", isOptional: true },
  ],
  coupons: [
    { name: "title", kind: "line", most: NAME },
    { name: "amount_off", kind: "number", bounds: [1, 10_000_000], isOnce: true },
    { name: "duration_in_months", kind: "number", bounds: [1, 36], isOnce: true, initial: 1 },
  ],
  tickets: [
    { name: "code", kind: "line", isOnce: true },
    { name: "note", kind: "line", most: LINE, isOptional: true },
    { name: "valid_till", kind: "date", isOptional: true },
  ],
  user_coupon_codes: [
    { name: "coupon_id", kind: "choice", isOnce: true },
    { name: "code", kind: "line", isOnce: true, isOptional: true, hint: "coupon_code" },
  ],
  charge_rates: [
    { name: "valid_from", kind: "date", isOnce: true },
    { name: "amount", kind: "number", bounds: [0, 1_000_000], initial: 0, hint: "charge_rate" },
  ],
} as const satisfies Record<string, readonly Field[]>;

export type Kind = keyof typeof kinds;

/** Reports whether the last day of a ticket or a code has passed; the last day is included. */
export function isOver({ valid_till }: Record<string, unknown>, today: string): boolean {
  return typeof valid_till === "string" && valid_till < today;
}

/** Returns the name of a record in a list. */
export function nameOf(record: Record<string, unknown>, isEnglish: boolean): string {
  const language = isEnglish ? "en" : "ja";
  const texts = [
    `title_${language}`,
    `question_${language}`,
    `label_${language}`,
    "label",
    "nickname",
    "name",
    "title",
    "code",
    "stripe_price_id",
  ];
  const found = texts.map((field) => record[field]).find((text) => typeof text === "string" && text !== "");
  return typeof found === "string" ? found : "";
}
