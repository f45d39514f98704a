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

/** Formats the further data of a row in one line: `owner: 3, reason: …`. */
export function detailOf(detail: Record<string, unknown>, words: Words): string {
  const { name, value: word, instant } = words;
  const shown = (value: unknown, key: string): string => {
    if (typeof value === "number" && !NUMBERED.test(key)) return value.toLocaleString("ja-JP");
    if (typeof value === "string") return INSTANT.test(value) ? instant(value) : word(value);
    if (Array.isArray(value)) return value.map((each) => shown(each, key)).join(" ");
    if (isRecord(value)) return `(${detailOf(value, words) || "–"})`;
    return String(value);
  };
  const entry = (key: string, value: unknown): string => {
    if (typeof value === "boolean")
      return SWITCHES.has(key) ? `${name(key)}: ${word(value ? "on" : "off")}` : name(key);
    return `${name(key)}: ${shown(value, key)}`;
  };
  return Object.entries(detail)
    .filter(([key, value]) => value !== null && value !== "" && (value !== false || SWITCHES.has(key)))
    .map(([key, value]) => entry(key, value))
    .join(", ");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
