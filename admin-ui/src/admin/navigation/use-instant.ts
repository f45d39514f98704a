import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";

/** Returns a function that formats an instant in Japan's local time. */
export function useInstant(): (at: string) => string {
  const { locale } = useShell();
  return (at) => formatShortInstant(at, locale);
}
