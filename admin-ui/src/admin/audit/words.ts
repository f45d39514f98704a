const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

/** Keys of numbers that identify a record. */
const NUMBERED = /(^|_)(ids?|uid|key)$/;

/** Keys whose two values are both the substance of the event. Other false values say that nothing special applies. */
const SWITCHES = new Set([
  "enable_online_cancellation",
  "has_waiting_room",
  "is_in_availability_feed",
  "is_no_show",
  "is_on",
]);

interface Words {
  /** Returns the label of a value by its key. */
  name: (key: string) => string;
  /** Returns the text of a value that is one of a few. */
  value: (value: string) => string;
  instant: (at: string) => string;
}

/** Keys of records before and after a change, whose false values are part of the change. */
const SIDES = new Set(["old", "new"]);

/**
 * Formats the further data of a row in one line: `owner: 3, reason: …`. Counterpart: `detail_text` of the server, for
 * CSV files.
 */
export function detailOf(detail: Record<string, unknown>, words: Words, isSide = false): string {
  const { name, value: word, instant } = words;
  const shown = (value: unknown, key: string): string => {
    if (typeof value === "number" && !NUMBERED.test(key)) return value.toLocaleString("ja-JP");
    if (typeof value === "string") return INSTANT.test(value) ? instant(value) : word(value);
    if (Array.isArray(value)) return value.map((each) => shown(each, key)).join(" ");
    if (isRecord(value)) return `(${detailOf(value, words, isSide || SIDES.has(key)) || "–"})`;
    if (typeof value === "boolean") return word(value ? "on" : "off");
    return String(value);
  };
  const isSwitch = (key: string) => isSide || SIDES.has(key) || SWITCHES.has(key);
  const entry = (key: string, value: unknown): string => {
    if (typeof value === "boolean") return isSwitch(key) ? `${name(key)}: ${word(value ? "on" : "off")}` : name(key);
    return `${name(key)}: ${shown(value, key)}`;
  };
  return ordered(Object.entries(detail))
    .filter(([key, value]) => value !== null && value !== "" && (value !== false || isSwitch(key)))
    .map(([key, value]) => entry(key, value))
    .join(", ");
}

/** Puts the value before a change in front of the one after it. */
function ordered(entries: [string, unknown][]): [string, unknown][] {
  const place = (side: string) => entries.findIndex(([key]) => key === side);
  const [before, after] = [place("old"), place("new")];
  if (after === -1 || before < after) return entries;
  return entries.toSpliced(before, 1).toSpliced(after, 0, entries[before]!);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
