import { combineDataProviders } from "ra-core";
import type { DataProvider } from "ra-core";
import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/owner/api";
import { authProvider } from "./auth-provider";

const records = dataProviderOver("/owners/api/resources", request);

/** Most rows on a page of a list. Only exports read more. */
const MAX_PAGE = 120;
const plainRecords: DataProvider = {
  ...records,
  getList: async (resource, params) => {
    if ((params.pagination?.perPage ?? 0) <= MAX_PAGE) return records.getList(resource, params);
    return (await import("./lists/all-rows")).allRows(records.getList, resource, params) as never;
  },
};

/** Returns the provider of a list with its page's own call, which is loaded with the page. */
function ofPage(load: () => Promise<Pick<DataProvider, "getList">>): DataProvider {
  return { ...plainRecords, getList: async (resource, params) => (await load()).getList(resource, params) };
}

const customers = ofPage(async () => (await import("./customers/customer-provider")).customerProvider);
const reservations = ofPage(async () => (await import("./reservations/reservation-provider")).reservationProvider);

function providerOf(resource: string): DataProvider {
  if (resource === "customers") return customers;
  return resource === "reservations" ? reservations : plainRecords;
}

export const frontEnd: FrontEnd = {
  basename: "/owners",
  dataProvider: combineDataProviders(providerOf),
  authProvider,
};
