import { queryOptions } from "@tanstack/react-query";
import { send } from "@/owner/api";

/** Query of the restaurant's notes about a guest. */
export const guestNotes = (uid: string) =>
  queryOptions({
    queryKey: ["guest-notes", uid],
    queryFn: async ({ signal }) => {
      const { data } = await send("GET", "/owners/customers/{uid}", { path: { uid }, signal });
      return data;
    },
    staleTime: 0,
  });
