import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";

export type CustomerTag = Schemas["CustomerTag"];

/** Returns the tags to choose from: built-in ones, and those in use at the restaurant. Empty until they are read. */
export function useTags(): readonly CustomerTag[] {
  const { data } = useQuery({
    queryKey: ["customer_tags"],
    queryFn: ({ signal }) => send("GET", "/owners/api/customer_tags", { signal }),
    staleTime: 0,
  });
  return data ?? [];
}
