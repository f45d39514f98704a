import { formatShortInstant } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";

/** An instant as people read it, by Japan's clock. */
export function useInstant(): (at: string) => string {
  const { locale } = useShell();
  return (at) => formatShortInstant(at, locale);
}
