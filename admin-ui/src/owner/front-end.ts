import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/owner/api";
import { authProvider } from "./auth-provider";

export const frontEnd: FrontEnd = {
  basename: "/owners",
  dataProvider: dataProviderOver("/owners/api/resources", request),
  authProvider,
};
