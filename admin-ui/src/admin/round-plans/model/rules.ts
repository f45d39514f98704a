/** Every month, in the form; stored rules name one month each (admin §5). */
export const EVERY_MONTH = 0;
/** The last day of a month, or its last week. */
export const LAST = -1;

/** Sunday first, as in the specification (admin §9). */
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const MODES = ["day_of_month", "week_of_month", "daily"] as const;
export type Mode = (typeof MODES)[number];

interface Clock {
  hour_of_day: number;
  minute_of_hour: number;
}

/** A rule of a periodic plan, in the flat format of the call. */
export type Rule =
  | ({ mode: "daily" } & Clock)
  | ({ mode: "day_of_month"; month: number; day_of_month: number } & Clock)
  | ({ mode: "week_of_month"; month: number; week_of_month: number; day_of_week: Weekday } & Clock);

/** Input of new rules; only the fields of the mode apply. */
export interface RuleForm extends Clock {
  mode: Mode;
  month: number;
  day_of_month: number;
  week_of_month: number;
  day_of_week: Weekday;
}

/** A rule of the server without exactly one day, hour, minute or week. */
export class BrokenRule extends Error {}

/** Returns the rules of a choice: twelve for every month. */
export function rulesOf(form: RuleForm): Rule[] {
  const clock = { hour_of_day: form.hour_of_day, minute_of_hour: form.minute_of_hour };
  if (form.mode === "daily") return [{ mode: "daily", ...clock }];
  const months = form.month === EVERY_MONTH ? Array.from({ length: 12 }, (_, index) => index + 1) : [form.month];
  return months.map((month) =>
    form.mode === "day_of_month"
      ? { mode: "day_of_month", month, day_of_month: form.day_of_month, ...clock }
      : { mode: "week_of_month", month, week_of_month: form.week_of_month, day_of_week: form.day_of_week, ...clock },
  );
}

/** Returns a key that equal rules share. It sorts rules in the order of the list: daily ones first, then by month. */
export function keyOf(rule: Rule): string {
  const clock = rule.hour_of_day * 60 + rule.minute_of_hour;
  if (rule.mode === "daily") return sortable(0, 0, 0, clock);
  if (rule.mode === "day_of_month") return sortable(rule.month, 0, rule.day_of_month, clock);
  return sortable(rule.month, 1, rule.week_of_month * 7 + WEEKDAYS.indexOf(rule.day_of_week), clock);
}

function sortable(...numbers: number[]): string {
  return numbers.map((number) => String(number < 0 ? 999 + number : number).padStart(4, "0")).join(" ");
}

/** Reports whether the choice adds no new rule, which disables adding. */
export function haveAll(rules: Rule[], form: RuleForm): boolean {
  const known = new Set(rules.map(keyOf));
  return rulesOf(form).every((rule) => known.has(keyOf(rule)));
}

/** Adds the rules of a choice to the list, in order and without duplicates. */
export function withRules(rules: Rule[], form: RuleForm): Rule[] {
  const all = new Map([...rules, ...rulesOf(form)].map((rule) => [keyOf(rule), rule]));
  return [...all].toSorted(([a], [b]) => a.localeCompare(b)).map(([, rule]) => rule);
}

/** Returns a rule in the format of the call. */
export function posted(rule: Rule): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rule).filter(([name]) => name !== "mode"));
}

function one(validations: Record<string, unknown>, name: string): number {
  const values = validations[name];
  const [value] = Array.isArray(values) && values.length === 1 ? (values as unknown[]) : [];
  if (typeof value !== "number") throw new BrokenRule(name);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses a rule of the server (gaps G054b).
 *
 * @throws {BrokenRule} it has not exactly one day, hour, minute and week.
 */
export function ruleOf(rrule: Record<string, unknown>): Rule {
  const { rule_type, validations } = rrule;
  if (!isRecord(validations)) throw new BrokenRule("validations");
  const clock = { hour_of_day: one(validations, "hour_of_day"), minute_of_hour: one(validations, "minute_of_hour") };
  if (rule_type === "daily") return { mode: "daily", ...clock };
  if (rule_type !== "yearly") throw new BrokenRule("rule_type");
  const month = one(validations, "month_of_year");
  const { day_of_month, day_of_week } = validations;
  if (day_of_month !== undefined && day_of_week === undefined) {
    return { mode: "day_of_month", month, day_of_month: one(validations, "day_of_month"), ...clock };
  }
  const weekdays = isRecord(day_of_week) && day_of_month === undefined ? Object.keys(day_of_week) : [];
  const weekday = weekdays.length === 1 ? WEEKDAYS[Number(weekdays[0])] : undefined;
  if (!isRecord(day_of_week) || weekday === undefined) throw new BrokenRule("day_of_week");
  const week = one(day_of_week, String(WEEKDAYS.indexOf(weekday)));
  return { mode: "week_of_month", month, week_of_month: week, day_of_week: weekday, ...clock };
}

/** A row of the list. It may represent the twelve rules of every month. */
export interface Line {
  rule: Rule;
  isEveryMonth: boolean;
  /** All rules of the row. */
  rules: Rule[];
}

/** Returns the rows of the list: the same day of all twelve months is one row. */
export function linesOf(rules: Rule[]): Line[] {
  const months = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = keyOf(rule.mode === "daily" ? rule : { ...rule, month: EVERY_MONTH }) + rule.mode;
    months.set(key, [...(months.get(key) ?? []), rule]);
  }
  return [...months.values()].flatMap((same): Line[] => {
    const [rule] = same;
    if (rule && same.length === 12) return [{ rule, isEveryMonth: true, rules: same }];
    return same.map((single) => ({ rule: single, isEveryMonth: false, rules: [single] }));
  });
}
