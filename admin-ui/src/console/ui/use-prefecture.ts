import { useT } from "@/console/i18n/use-t";

/** A prefecture in the reader's language, by the name that is stored; what is none stays as it is. */
export function usePrefecture(): (name: string) => string {
  const t = useT();
  return (name) => t(`prefecture.${name as "東京都"}`, { _: name });
}
