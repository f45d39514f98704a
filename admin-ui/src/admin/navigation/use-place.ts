import { useShell } from "@/admin/api";

/** The slug of the restaurant that the page is about. */
export function useSlug(): string {
  const slug = useShell().admin?.restaurant?.slug;
  if (slug === undefined) throw new Error("useSlug needs a page about a restaurant");
  return slug;
}
