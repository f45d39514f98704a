import type { SearchParams } from "@/api";

/** The last day of a search is at most six days after its first (diner §5). */
export const MAX_RANGE_DAYS = 6;
export const MAX_KEYWORD_LENGTH = 50;
export const PARTIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const OPERATIONS = ["lunch", "dinner", "takeaway"] as const;
export const INVENTORY_TYPES = ["counter", "table", "private_room"] as const;
const USUAL_PARTY = "2";
const HIGHEST_PRICE = 10_000_000;

/** Returns the civil day N days later. */
export function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The fields of a search, as typed. */
export interface Search {
  from_date: string;
  to_date: string;
  guests_count: string;
  area_id: string;
  inventory_type: string;
  keyword: string;
  price_min: string;
  price_max: string;
  operations: string[];
  cuisines: string[];
  facilities: string[];
}

type Faulty = "from_date" | "to_date" | "guests_count" | "keyword" | "price_min" | "price_max";
type Fault =
  | "date_wrong"
  | "date_past"
  | "range_backwards"
  | "range_too_long"
  | "guests_wrong"
  | "keyword_too_long"
  | "price_wrong"
  | "price_order";

export type SearchFaults = Partial<Record<Faulty, Fault>>;

export function searchOf(params: SearchParams | undefined, today: string): Search {
  const from_date = params?.from_date ?? today;
  return {
    from_date,
    to_date: params?.to_date ?? daysAfter(today, MAX_RANGE_DAYS),
    guests_count: String(params?.guests_count ?? USUAL_PARTY),
    area_id: String(params?.area_id ?? ""),
    inventory_type: params?.inventory_type ?? "",
    keyword: params?.keyword ?? "",
    price_min: String(params?.price_min ?? ""),
    price_max: String(params?.price_max ?? ""),
    operations: params?.operations ?? [],
    cuisines: params?.cuisines.map(String) ?? [],
    facilities: params?.facilities ?? [],
  };
}

/** Returns the search in an address that the server rejected. Its fields keep their input. */
export function searchIn(query: URLSearchParams, today: string): Search {
  const one = (name: string) => query.get(name)?.trim() ?? "";
  const list = (name: string) =>
    [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((each) => each.split(","));
  const from_date = one("from_date") || today;
  return {
    from_date,
    to_date: one("to_date") || (isDay(from_date) ? daysAfter(from_date, MAX_RANGE_DAYS) : ""),
    guests_count: one("guests_count") || USUAL_PARTY,
    area_id: one("area_id"),
    inventory_type: one("inventory_type"),
    keyword: one("keyword"),
    price_min: one("price_min"),
    price_max: one("price_max"),
    operations: list("operations"),
    cuisines: list("cuisines"),
    facilities: list("facilities"),
  };
}

/**
 * Returns the faults of a search by field. They are the server's own limits (diner §5), so an invalid search is never
 * sent.
 */
export function faultsOf(search: Search, today: string): SearchFaults {
  const { from_date: from, to_date: to, guests_count: guests, keyword, price_min: least, price_max: most } = search;
  const faults: SearchFaults = {};
  if (!isDay(from)) faults.from_date = "date_wrong";
  else if (from < today) faults.from_date = "date_past";
  else if (!isDay(to)) faults.to_date = "date_wrong";
  else if (to < from) faults.to_date = "range_backwards";
  else if (to > daysAfter(from, MAX_RANGE_DAYS)) faults.to_date = "range_too_long";
  if (guests !== "" && !PARTIES.map(String).includes(guests)) faults.guests_count = "guests_wrong";
  if ([...keyword].length > MAX_KEYWORD_LENGTH) faults.keyword = "keyword_too_long";
  if (!isPrice(least)) faults.price_min = "price_wrong";
  if (!isPrice(most)) faults.price_max = "price_wrong";
  else if (least !== "" && most !== "" && isPrice(least) && Number(least) > Number(most))
    faults.price_max = "price_order";
  return faults;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function isPrice(text: string): boolean {
  return text === "" || (/^\d+$/.test(text) && Number(text) <= HIGHEST_PRICE);
}
