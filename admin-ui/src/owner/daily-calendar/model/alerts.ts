import { joiner } from "@/console/i18n/page-language";
import type { Translate } from "@/owner/i18n/use-t";
import type { CalendarItem } from "./blocks";

type Guest = Pick<CalendarItem, "allergy_description" | "customer_tags">;

/** Joins the lines of a text. A line may be a list itself. */
function inOneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" / ");
}

/** Returns a guest's allergies in one line. */
export function allergiesOf({ allergy_description }: Pick<Guest, "allergy_description">): string {
  return inOneLine(allergy_description);
}

/** Returns a guest's tags. They are no alert and are shown separately. */
export function tagsOf({ customer_tags }: Pick<Guest, "customer_tags">): string {
  return customer_tags.join(joiner());
}

/** Returns the labelled allergies, empty for a guest without any. */
export function allergyLine(guest: Guest, t: Translate): string {
  const allergies = allergiesOf(guest);
  return allergies === "" ? "" : `${t("calendar.allergy")}: ${allergies}`;
}

/** Returns the labelled dislikes, empty for a guest without any. They are no alert. */
export function dislikesLine(guest: Pick<CalendarItem, "dislikes">, t: Translate): string {
  const dislikes = inOneLine(guest.dislikes);
  return dislikes === "" ? "" : `${t("calendar.dislikes")}: ${dislikes}`;
}
