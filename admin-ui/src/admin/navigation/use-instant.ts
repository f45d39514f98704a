import { useShell } from "@/admin/api";

/** An instant as people read it, by Japan's clock. */
export function useInstant(): (at: string) => string {
  const { locale } = useShell();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" });
  return (at) => format.format(new Date(at));
}
