import type { PageData } from "@/owner/api";
import { paths } from "@/owner/navigation/paths";
import { pageProvider } from "../lists/page-provider";
import { customersQuery } from "./model/filter";

/** The customers, by the call of their page (owner section 7). */
export const customerProvider = pageProvider<PageData["owner_customers"]>({
  path: paths.customers,
  queryOf: customersQuery,
  read: ({ customers, total }) => ({ data: customers, total }),
});
