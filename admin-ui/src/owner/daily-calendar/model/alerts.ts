import { joiner } from "@/console/i18n/page-language";
import type { Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "./blocks";

type Guest = Pick<CalendarItem, "allergy_description" | "customer_tags">;

/** What a guest must not eat: lines as they were written, one of which may be a list. */
export function allergiesOf({ allergy_description }: Pick<Guest, "allergy_description">): string {
  const lines = allergy_description.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" / ");
}

/** What a guest is known for: no alert, and told apart from one. */
export function tagsOf({ customer_tags }: Pick<Guest, "customer_tags">): string {
  return customer_tags.join(joiner());
}

/** The allergies, called so; nothing of whoever has none. */
export function allergyLine(guest: Guest, t: Translate): string {
  const allergies = allergiesOf(guest);
  return allergies === "" ? "" : `${t("calendar.allergy")}: ${allergies}`;
}
