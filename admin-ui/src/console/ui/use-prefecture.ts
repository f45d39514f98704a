import { useT } from "@/console/i18n/use-t";

/** Returns a prefecture in the reader's language, by its stored name; other texts stay unchanged. */
export function usePrefecture(): (name: string) => string {
  const t = useT();
  return (name) => t(`prefecture.${name as "東京都"}`, { _: name });
}
