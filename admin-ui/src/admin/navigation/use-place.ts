import { useShell } from "@/admin/api";

/** Returns the slug of the page's restaurant. */
export function useSlug(): string {
  const slug = useShell().admin?.restaurant?.slug;
  if (slug === undefined) throw new Error("useSlug requires a page about a restaurant");
  return slug;
}
