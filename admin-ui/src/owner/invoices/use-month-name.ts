import { formatMonth } from "@seki/shared/civil-time";
import { useShell } from "@/owner/api";

/** Returns the function that names a month such as `2026-11`. */
export function useMonthName(): (month: string) => string {
  const { locale } = useShell();
  return (month) => formatMonth(month, locale);
}
