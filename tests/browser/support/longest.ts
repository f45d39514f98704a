import type { BrowserContext } from "@playwright/test";
import { withAnswers } from "./answers";
import type { Change } from "./answers";

const WIDE = "W";
const MEMO_LENGTH = 5_000;
const NAME_LENGTH = 100;

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Names of people and restaurants, by field; each of the maximum length. */
const NAMES = words(`
  nickname display_fullname customer_fullname customer_fullname_kana full_name_string customer_name
  name name_last name_first kana kana_last kana_first receipt_title restaurant_name restaurant_name_en
  restaurantName groupName area cuisine_text tagline chef title subtitle display_title
  chargeable_title custom_title_ja custom_title_en round_title course_name course_title seat_title
  inventory_group_title customer_group_label address access client_name client_address
  price_description custom_unit capacity_text custom_guests_count_label
  title_ja title_en label_ja label_en name_ja name_en name_kana tagline_ja tagline_en full_name
`);

/** Free texts. */
const MEMOS = words(`
  internal_memo customer_internal_memo daily_memo special_request memo body allergy_description
  dislikes remarks description formated_preferences
`);

const ADDRESSES = words("email invitation_email user_email masked_email");

/** Lists of names. */
const LISTS = words(`
  seat_labels inventory_item_labels customer_group_labels online_stock_customer_group_labels
`);

function name(text: string): string {
  return `${text}${"季節の特選".repeat(8)}${WIDE.repeat(NAME_LENGTH)}`.slice(0, NAME_LENGTH);
}

function memo(text: string): string {
  return `${text}${"甲殻類アレルギー。窓側を好まれる。".repeat(60)}${WIDE.repeat(MEMO_LENGTH)}`.slice(0, MEMO_LENGTH);
}

/** Of 252 letters; 254 are allowed. */
function address(text: string): string {
  const [local = ""] = text.split("@");
  const label = WIDE.repeat(60).toLowerCase();
  return `${local.slice(0, 64).padEnd(64, "w")}@${label}.${label}.${label}.test`;
}

/** Whether an object is master data, whose name is an address. */
function isMasterData(owner: object): boolean {
  return "records" in owner;
}

/** A label is a name where staff gave it: to a group, a seat or a tag; others come from the catalogue. */
function isGiven(owner: object): boolean {
  return "label_short" in owner || "color" in owner || "uid" in owner;
}

/** The same answer with each text that people write at its longest. Blank texts stay blank, but memos. */
function lengthened(value: unknown, key = "", owner: object = {}): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) =>
      typeof entry === "string" && LISTS.has(key) ? name(entry) : lengthened(entry, "", owner),
    );
  }
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([of, entry]) => [of, lengthened(entry, of, value)]));
  }
  if (typeof value !== "string") return value;
  if (MEMOS.has(key)) return memo(value);
  if (value === "") return value;
  if (ADDRESSES.has(key)) return address(value);
  if (key === "name" && isMasterData(owner)) return value;
  return NAMES.has(key) || (key === "label" && isGiven(owner)) ? name(value) : value;
}

/**
 * Lets every page of a browser read the server's answers with the longest texts that may be stored: names of 100
 * letters without a space, memos of 5,000, email addresses of 252. The stored texts do not change. `change` runs
 * before. While `longest` is off, the texts are the server's.
 */
export function withLongestTexts(
  context: BrowserContext,
  change: Change = (page) => page,
  longest = { isOn: true },
): Promise<void> {
  return withAnswers(context, (page, path) => lengthened(change(page, path)), longest);
}
