import { useLoaderData } from "react-router";
import type { PageData, PageName } from "@/admin/api";

/** Returns the data of this route's page: `usePageData<"admin_reservation">()`. */
export function usePageData<Name extends PageName>(): PageData[Name] {
  return useLoaderData<{ data: PageData[Name] }>().data;
}
