import type { ConfirmReservation, DeliveryChoices } from "@/api";
import { formatDate } from "@seki/shared/civil-time";

/** Fields of the delivery block and the arrival picker. */
export interface DeliveryForm {
  zip_code: string;
  prefecture: string;
  address1: string;
  address2: string;
  address3: string;
  name: string;
  phone_number: string;
  /** One of the available days, YYYY-MM-DD. */
  arrives_on: string;
  time_slot: string;
}

export type DeliveryField = keyof DeliveryForm;

/** A field's fault: the key of its text. */
type Fault = "required" | "zip_code" | "phone" | "too_long";

export type DeliveryFaults = Partial<Record<DeliveryField, Fault>>;

/** Maximum lengths of the parts of an address, in characters. */
export const MAX_LENGTHS = { address1: 12, address2: 16, address3: 16, name: 50 } as const;

/** Returns the maximum length of a part; 0 without one. */
export function maxLengthOf(field: DeliveryField): number {
  return field in MAX_LENGTHS ? MAX_LENGTHS[field as keyof typeof MAX_LENGTHS] : 0;
}

const REQUIRED: DeliveryField[] = ["prefecture", "address1", "address2", "name", "arrives_on", "time_slot"];
const ZIP_CODE = /^\d{3}-?\d{4}$/;
const PHONE = /^\d{10,11}$/;

export function deliveryFormOf({ delivery_address, arrives_on, time_slot }: DeliveryChoices): DeliveryForm {
  const { zip_code = "", prefecture = "", address1 = "", address2 = "", address3 = "" } = delivery_address;
  const { name = "", phone_number = "" } = delivery_address;
  return { zip_code, prefecture, address1, address2, address3, name, phone_number, arrives_on, time_slot };
}

/** Converts full-width characters to half width, any dash to a hyphen, and removes spaces. */
export function plain(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[‐‒–—―−ー─━]/g, "-")
    .replace(/\s/g, "");
}

export function faultsOf(form: DeliveryForm): DeliveryFaults {
  const faults: DeliveryFaults = {};
  for (const [field, maxLength] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][]) {
    if ([...form[field].trim()].length > maxLength) faults[field] = "too_long";
  }
  for (const field of REQUIRED) if (form[field].trim() === "") faults[field] = "required";
  if (!ZIP_CODE.test(plain(form.zip_code))) faults.zip_code = "zip_code";
  if (!PHONE.test(plain(form.phone_number).replace(/[-\s()]/g, ""))) faults.phone_number = "phone";
  return faults;
}

export function deliveryBody(form: DeliveryForm): Pick<ConfirmReservation, "delivery_address" | "arrival"> {
  const { arrives_on, time_slot, ...delivery_address } = form;
  const [year = "", month = "", day = ""] = arrives_on.split("-");
  return { delivery_address, arrival: { year, month, day, time_slot } };
}

/** Returns the field by the server's name of the rejected field. */
export function deliveryFieldOf(name: string): DeliveryField | null {
  if (name === "arrival.time_slot") return "time_slot";
  if (name.startsWith("arrival.")) return "arrives_on";
  const field = /^delivery_address\.(.+)$/.exec(name)?.[1];
  const known: readonly string[] = [
    "zip_code",
    "prefecture",
    "address1",
    "address2",
    "address3",
    "name",
    "phone_number",
  ];
  return field !== undefined && known.includes(field) ? (field as DeliveryField) : null;
}

type Part = "year" | "month" | "day";

const PLACES: Record<Part, [number, number]> = { year: [0, 4], month: [5, 7], day: [8, 10] };

/** Returns the year, month or day of a date for the selects. */
export function partOf(date: string, part: Part): string {
  return date.slice(...PLACES[part]);
}

/** Returns the options of a select: the parts of the days that agree with the previous parts of the chosen day. */
export function partsOffered(days: string[], chosen: string, part: Part): string[] {
  const [from] = PLACES[part];
  const same = days.filter((day) => day.slice(0, from) === chosen.slice(0, from));
  return [...new Set(same.map((day) => partOf(day, part)))];
}

/** Returns the first available day with the chosen part and the parts before it. */
export function withPart(days: string[], chosen: string, part: Part, value: string): string {
  const wanted = chosen.slice(0, PLACES[part][0]) + value;
  return days.find((day) => day.startsWith(wanted)) ?? chosen;
}

/** Returns the chosen day and hours of arrival as text; undefined until both are chosen. */
export function arrivalText(choices: DeliveryChoices, form: DeliveryForm, language: "ja" | "en"): string | undefined {
  const slot = choices.time_slots.find(({ value }) => value === form.time_slot);
  if (!slot || form.arrives_on === "") return undefined;
  return `${formatDate(form.arrives_on, language)} ${slot.label}`;
}
