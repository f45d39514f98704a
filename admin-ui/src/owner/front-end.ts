import { combineDataProviders } from "ra-core";
import type { DataProvider } from "ra-core";
import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/owner/api";
import { authProvider } from "./auth-provider";

const plainRecords = dataProviderOver("/owners/api/resources", request);

/** Lists that are read by the calls of their pages, which are loaded with them. */
const PAGED = ["customers", "reservations"];
const pagedLists: DataProvider = {
  ...plainRecords,
  getList: (async (resource, params) =>
    (await import("./lists/page-provider")).getPageList(resource, params)) as DataProvider["getList"],
};

export const frontEnd: FrontEnd = {
  basename: "/owners",
  dataProvider: combineDataProviders((resource) => (PAGED.includes(resource) ? pagedLists : plainRecords)),
  authProvider,
};
