import { useLoaderData } from "react-router";
import type { PageData, PageName } from "@/admin/api";

/** What this route's page shows: `usePageData<"admin_reservation">()`. */
export function usePageData<Name extends PageName>(): PageData[Name] {
  return useLoaderData<{ data: PageData[Name] }>().data;
}
