import type { Locale, Schemas } from "@/admin/api";
import type { Translate } from "@/admin/i18n/use-t";
import { formatShortDate, weekdayNames } from "@seki/shared/civil-time";
import { clockText } from "./model/rounds";
import { LAST, WEEKDAYS } from "./model/rules";
import type { Line, Weekday } from "./model/rules";

/** The server's last day, which means "no limit" (gaps G051). */
const NO_LIMIT = "2099-12-31";

/** Formats YYYY-MM-DD HH:mm:00. */
export function startText(effectiveAt: string, locale: Locale): string {
  return `${formatShortDate(effectiveAt.slice(0, 10), locale)} ${effectiveAt.slice(11, 16)}`;
}

/** Formats the end of a booking window. */
export function tillText(till: string | null, locale: Locale, t: Translate): string {
  if (till === null) return t("rounds.till_none");
  return till === NO_LIMIT ? t("rounds.till_forever") : t("rounds.till_day", { date: formatShortDate(till, locale) });
}

export function groupText(label: string, t: Translate): string {
  return label === "" ? t("rounds.no_group") : label;
}

export function roundText(
  round: Pick<Schemas["AdminRound"], "effective_at" | "online_reservable_till">,
  locale: Locale,
  t: Translate,
): string {
  const till = formatShortDate(round.online_reservable_till, locale);
  return t("rounds.round", { from: startText(round.effective_at, locale), till });
}

export function weekdayText(weekday: Weekday, locale: Locale): string {
  const names = weekdayNames(locale, "long");
  return names[(WEEKDAYS.indexOf(weekday) + 6) % 7] ?? "";
}

/** 3月 / March */
export function monthText(month: number, locale: Locale, t: Translate): string {
  if (month === 0) return t("rounds.every_month");
  const first = Date.UTC(2024, month - 1, 1);
  return new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(first);
}

export function dayText(day: number, t: Translate): string {
  return day === LAST ? t("rounds.last_day") : t("rounds.nth_day", { day });
}

export function weekText(week: number, t: Translate): string {
  return week === LAST ? t("rounds.last_week") : t(`rounds.nth_week.w${week as 1}`);
}

/** Formats a row of the list of rules. */
export function lineText({ rule, isEveryMonth }: Line, locale: Locale, t: Translate): string {
  const time = clockText(rule.hour_of_day, rule.minute_of_hour);
  if (rule.mode === "daily") return t("rounds.rule_daily", { time });
  const month = monthText(isEveryMonth ? 0 : rule.month, locale, t);
  if (rule.mode === "day_of_month" && rule.day_of_month === LAST) return t("rounds.rule_last_day", { month, time });
  if (rule.mode === "day_of_month") return t("rounds.rule_day", { month, day: dayText(rule.day_of_month, t), time });
  const weekday = weekdayText(rule.day_of_week, locale);
  return t("rounds.rule_week", { month, week: weekText(rule.week_of_month, t).toLowerCase(), weekday, time });
}
