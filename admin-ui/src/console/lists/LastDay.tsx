import { DateInput, useListContext } from "react-admin";
import type { DateInputProps } from "react-admin";
import { useT } from "@/console/i18n/use-t";
import { isReversed } from "@/console/ui";

/** The last day of a filter. It says if the first day is later, because no row matches then. */
export function LastDay({ source, ...props }: DateInputProps & { alwaysOn?: boolean }) {
  const t = useT();
  const { filterValues } = useListContext();
  const day = (bound: string) => String((filterValues as Record<string, unknown>)[bound] ?? "");
  const areReversed = isReversed(day(source.replace(/_lte$/, "_gte")), day(source));
  return (
    <DateInput
      {...props}
      source={source}
      helperText={areReversed ? t("console.dates_reversed") : false}
      slotProps={{ inputLabel: { shrink: true }, formHelperText: { error: areReversed, role: "alert" } }}
      // react-admin hides the texts of its filters' inputs.
      sx={{ "&& .MuiFormHelperText-root.Mui-error": { display: "block" } }}
    />
  );
}
