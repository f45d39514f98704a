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

/** The writes of dead letters, which are loaded with their page. */
const loadDeadLetters = async () => (await import("./system/dead-letter-provider")).deadLetterProvider;
const deadLetters: DataProvider = {
  ...plainRecords,
  updateMany: async (resource, params) => (await loadDeadLetters()).updateMany(resource, params),
  deleteMany: async (resource, params) => (await loadDeadLetters()).deleteMany(resource, params),
};

const own: Record<string, DataProvider> = { [RESTAURANTS]: restaurants, dead_letters: deadLetters };

export const frontEnd: FrontEnd = {
  basename: "/admin",
  dataProvider: combineDataProviders((resource) => own[resource] ?? plainRecords),
  authProvider,
};
