import { useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";

export type CustomerTag = Schemas["CustomerTag"];

/** The tags to choose from: the console's own, and those of the restaurant that somebody has. None until they are read. */
export function useTags(): readonly CustomerTag[] {
  const { data } = useQuery({
    queryKey: ["customer_tags"],
    queryFn: ({ signal }) => send("GET", "/owners/api/customer_tags", { signal }),
    staleTime: 0,
  });
  return data ?? [];
}
