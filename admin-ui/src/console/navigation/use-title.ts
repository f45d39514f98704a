import { useEffect } from "react";
import { useT } from "@/console/i18n/use-t";

/** Sets the document's title. `PageTitle` does this for pages. */
export function useTitle(title: string): void {
  const t = useT();
  useEffect(() => {
    document.title = `${title} | ${t("front_end.site_name")}`;
  }, [title, t]);
}
