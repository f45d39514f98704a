import type { Diner } from "./diner";

/** Holds `guests` seats for dinner on a day; answers the uid. */
export async function openSlot(diner: Diner, slug: string, date: string, guests = 1): Promise<string> {
  const day = await diner.day(slug, date);
  const dinner = day.groups.find(({ operation }) => operation === "dinner");
  if (!dinner) throw new Error(`no dinner on ${date}`);
  return diner.hold(slug, day, dinner, guests);
}

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
