import { combineDataProviders } from "ra-core";
import type { DataProvider } from "ra-core";
import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/admin/api";
import { authProvider } from "./auth-provider";
import { RESTAURANTS } from "./restaurants/list-address";

const plainRecords = dataProviderOver("/admin/api/resources", (address, init) => request(address, init));

/** The restaurants' own calls, which are loaded with their page. */
const loadRestaurants = async () => (await import("./restaurants/restaurant-provider")).restaurantProvider;
const restaurants: DataProvider = {
  ...plainRecords,
  getList: async (resource, params) => (await loadRestaurants()).getList(resource, params),
  updateMany: async (resource, params) => (await loadRestaurants()).updateMany(resource, params),
};

export const frontEnd: FrontEnd = {
  basename: "/admin",
  dataProvider: combineDataProviders((resource) => (resource === RESTAURANTS ? restaurants : plainRecords)),
  authProvider,
};
