import type { Diner } from "./diner";

/** Holds `guests` seats for dinner on a free day of the month after today's; answers where. */
export async function openSlot(
  diner: Diner,
  slug: string,
  nth: number,
  guests = 1,
): Promise<{ uid: string; date: string }> {
  const { calendar } = await diner.page<{ calendar: { today: string } }>(`/r/${slug}`);
  const { dates } = await diner.availability(slug, monthAfter(calendar.today.slice(0, 7)));
  const date = dates[nth] ?? "";
  const day = await diner.day(slug, date);
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error(`no dinner on ${date}`);
  return { uid: await diner.hold(slug, day, dinner, guests), date };
}

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
