import type { Schemas } from "@/admin/api";
import { changesOf } from "@/console/ui/forms";
import { shownRecord, storedRecord } from "../masters/fields";
import type { Field } from "../masters/fields";
import { LINE, NAME, TEXT } from "../masters/kinds";

type Profile = Schemas["Profile"];
type Values = Record<string, unknown>;

const bilingual = (name: string, kind: "line" | "text" = "line", most = kind === "line" ? LINE : TEXT): Field[] => [
  { name: `${name}_ja`, kind, isOptional: true, most },
  { name: `${name}_en`, kind, isOptional: true, most },
];

/** Fields that a new restaurant needs first. */
export const MAIN_FIELDS: Field[] = [
  { name: "name_ja", kind: "line", most: NAME },
  { name: "name_en", kind: "line", most: NAME },
  { name: "name_kana", kind: "line", isOptional: true, most: LINE },
  { name: "area_id", kind: "choice" },
  { name: "cuisine_id", kind: "choice" },
  { name: "prefecture", kind: "choice" },
];

/** Texts for guests. */
export const TEXT_FIELDS: Field[] = [
  ...bilingual("tagline"),
  ...bilingual("description", "text"),
  { name: "zip_code", kind: "line", isOptional: true, most: LINE },
  ...bilingual("address"),
  ...bilingual("access"),
  ...bilingual("chef"),
  { name: "phone", kind: "line", isOptional: true, most: LINE },
  { name: "email", kind: "email", isOptional: true },
  { name: "url", kind: "line", isOptional: true },
  { name: "facilities", kind: "choices", isOptional: true },
];

/** Rules, notices, and the partners' identifiers of the restaurant. */
export const FURTHER_FIELDS: Field[] = [
  { name: "cancellation_policy", kind: "lines", isOptional: true },
  ...bilingual("travel_law_notice", "text"),
  { name: "careers_phone", kind: "line", isOptional: true, most: LINE },
  { name: "careers_email", kind: "email", isOptional: true },
  { name: "careers_url", kind: "line", isOptional: true },
  ...bilingual("careers_remarks", "text"),
  { name: "je_fid", kind: "line", isOptional: true },
  { name: "tc_fid", kind: "line", isOptional: true },
  { name: "ts_fid", kind: "line", isOptional: true },
  { name: "stripe_account_fid", kind: "line", isOptional: true },
];

/** Fields that cannot be changed later. A new restaurant is hidden: its visibility is a risky setting. */
export const FOUNDING_FIELDS: Field[] = [
  { name: "slug", kind: "line" },
  { name: "is_delivery_only", kind: "tick", initial: false },
];

const CAREERS = ["phone", "email", "url", "remarks_ja", "remarks_en"] as const;

/** Returns a restaurant's fields in the format of the form: tiers as lines, careers as separate fields. */
export function shownProfile(profile: Partial<Profile>): Values {
  const tiers = (profile.cancellation_policy ?? []) as unknown as { days_before: number; percent: number }[];
  const careers = CAREERS.map((name) => [`careers_${name}`, profile.careers?.[name] ?? ""] as const);
  return shownRecord(FURTHER_FIELDS, {
    ...profile,
    ...Object.fromEntries(careers),
    cancellation_policy: tiers.map(({ days_before, percent }) => `${days_before},${percent}`),
  });
}

function numberOf(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : -1;
}

/** Parses a line: "1,50" is half the price from one day before. The server rejects unreadable lines. */
function tierOf(line: string): { days_before: number; percent: number } {
  const [days = "", percent = ""] = line.split(/[,、，]/);
  return { days_before: numberOf(days), percent: numberOf(percent) };
}

/** Returns these fields in the server's format. */
export function storedProfile(fields: readonly Field[], values: Values): Values {
  const plain = storedRecord(fields, values);
  const named = Object.entries(plain).filter(([name]) => !name.startsWith("careers_"));
  const sent: Values = Object.fromEntries(named);
  if ("cancellation_policy" in sent) sent.cancellation_policy = (sent.cancellation_policy as string[]).map(tierOf);
  if (named.length === Object.keys(plain).length) return sent;
  const careers = Object.fromEntries(CAREERS.map((name) => [name, plain[`careers_${name}`]]));
  const isBlank = Object.values(careers).every((text) => text === "");
  return { ...sent, careers: isBlank ? null : careers };
}

/** Returns the fields that differ from the profile that the form showed, and the profile's values of them. */
export function changedProfile(fields: readonly Field[], seen: Profile, values: Values) {
  return changesOf(storedProfile(fields, shownProfile(seen)), storedProfile(fields, values), { ...seen });
}

/** Maps the server's names of rejected fields to the form's. */
export function formFields(refused: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([name, text]) => [name.replace("careers.", "careers_"), text]),
  );
}
