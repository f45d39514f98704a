import { weekdayNames } from "@seki/shared/civil-time";
import { useLocale } from "@/navigation";

/** The names of the weekdays, as the head of a month's table. */
export function WeekdayHead() {
  const locale = useLocale();
  const long = weekdayNames(locale, "long");
  return (
    <thead>
      <tr>
        {weekdayNames(locale, "short").map((name, index) => (
          <th key={name} scope="col" abbr={long[index]}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
