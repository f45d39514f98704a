import type { OnlineStockGroup } from "@/api";

/** Differences between a slot and other slots of the same name. */
export interface Differences {
  guests: { least: number; most: number } | null;
  times: string[];
  courses: string[];
}

const timesOf = ({ time_options }: OnlineStockGroup) => time_options.map(({ start_time }) => start_time);
const coursesOf = ({ courses }: OnlineStockGroup) => courses.map(({ title }) => title);
const sizesOf = ({ guests_count_option_values: sizes }: OnlineStockGroup) => sizes.toSorted((a, b) => a - b);
const nameOf = ({ display_title, inventory_group }: OnlineStockGroup) => `${display_title}\n${inventory_group.title}`;

/** Returns the differences between a slot and its namesakes in `groups`; null if its name is unique. */
export function differencesOf(group: OnlineStockGroup, groups: OnlineStockGroup[]): Differences | null {
  const namesakes = groups.filter((other) => other.id !== group.id && nameOf(other) === nameOf(group));
  if (namesakes.length === 0) return null;
  const differs = (part: (of: OnlineStockGroup) => unknown) =>
    namesakes.some((other) => JSON.stringify(part(other)) !== JSON.stringify(part(group)));
  const parties = group.guests_count_option_values;
  return {
    guests: differs(sizesOf) && parties.length > 0 ? { least: Math.min(...parties), most: Math.max(...parties) } : null,
    times: differs(timesOf) ? timesOf(group) : [],
    courses: differs(coursesOf) ? coursesOf(group) : [],
  };
}
