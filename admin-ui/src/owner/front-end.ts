import { combineDataProviders } from "ra-core";
import type { DataProvider } from "ra-core";
import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/owner/api";
import { authProvider } from "./auth-provider";

const plainRecords = dataProviderOver("/owners/api/resources", request);

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
