import { queryOptions } from "@tanstack/react-query";
import { send } from "@/owner/api";

/** What the restaurant knows of a guest, as it is now. */
export const guestNotes = (uid: string) =>
  queryOptions({
    queryKey: ["guest-notes", uid],
    queryFn: async ({ signal }) => {
      const { data } = await send("GET", "/owners/customers/{uid}", { path: { uid }, signal });
      return data;
    },
    staleTime: 0,
  });
