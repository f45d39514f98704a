import type { Diner } from "./diner";

/** Holds `guests` seats for dinner on a free day of the month after the first shown; answers where. */
export async function openSlot(
  diner: Diner,
  slug: string,
  nth: number,
  guests = 1,
): Promise<{ uid: string; date: string }> {
  const { month } = await diner.availability(slug);
  const { dates } = await diner.availability(slug, monthAfter(month));
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
