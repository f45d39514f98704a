import type { PageData } from "@/owner/api";
import { paths } from "@/owner/navigation/paths";
import { pageProvider } from "../lists/page-provider";
import { reservationsQuery } from "./search";

/** The reservations, by the call of their page (owner section 7). */
export const reservationProvider = pageProvider<PageData["owner_reservations"]>({
  path: paths.reservations,
  queryOf: reservationsQuery,
  read: ({ reservations, total }) => ({ data: reservations, total }),
});
