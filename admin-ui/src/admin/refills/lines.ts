import type { Schemas } from "@/admin/api";
import type { Translate } from "@/admin/i18n/use-t";
import { WEEKDAYS } from "./weekdays";

type Template = Schemas["RefillTemplate"];
type Choices = Schemas["RefillChoices"];

/** The texts of a template's parts. */
export function seatsLine(
  { operation, inventory_group_uid, inventory_item_uids }: Template,
  choices: Choices,
  t: Translate,
): string {
  const meal = choices.operations.find(({ name }) => name === operation)?.label ?? operation;
  const group = choices.inventory_groups.find(({ uid }) => uid === inventory_group_uid);
  const labels = group?.items.filter(({ uid }) => inventory_item_uids.includes(uid)).map(({ label }) => label) ?? [];
  return [meal, group?.title ?? "", labels.join(t("list.and"))].join(" / ");
}

export function guestsLines(
  selectors: readonly Schemas["RefillGuestsSelector"][],
  { customer_groups }: Choices,
  t: Translate,
): string[] {
  return selectors.map(({ customer_group_id, options, always_allow_last_solo }) => {
    const group = customer_groups.find(({ id }) => id === customer_group_id);
    const label = group?.label ?? t("refills.all");
    const counts = options.map(({ guests_count, max_per_isg }) =>
      max_per_isg === null
        ? String(guests_count)
        : t("refills.count_with_max", { count: guests_count, max: max_per_isg }),
    );
    const name = group?.is_archived ? t("refills.group_archived", { group: label }) : label;
    const solo = always_allow_last_solo ? t("refills.with_last_solo") : "";
    return t("refills.guests_line", { group: name, counts: counts.join(t("list.and")), solo });
  });
}

export function timesLine(times: readonly Schemas["RefillTime"][], t: Translate): string[] {
  const spans = times.map(({ start_time, end_time }) => t("refills.span", { start: start_time, end: end_time }));
  return spans.length === 0 ? [] : [spans.join(t("refills.span_and"))];
}

export function coursesLines(rows: readonly Schemas["RefillCourse"][], { courses }: Choices, t: Translate): string[] {
  return rows.map(({ course_id, daily_max }) => {
    const course = courses.find(({ id }) => id === course_id)?.title ?? String(course_id);
    return daily_max === null ? course : t("refills.course_with_max", { course, max: daily_max });
  });
}

export function scheduleLines(schedule: Schemas["RefillSchedule"], t: Translate): string[] {
  const days = WEEKDAYS.filter((day) => schedule[day]).map((day) => t(`refills.weekday.${day}`));
  const lines = days.length === 0 ? [] : [days.join(t("list.and"))];
  if (schedule.skip_jp_holidays) lines.push(t("refills.holidays_skip"));
  if (schedule.fill_jp_holidays) lines.push(t("refills.holidays_fill"));
  return lines;
}
