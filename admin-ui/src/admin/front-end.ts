import { dataProviderOver } from "@/console/app/data-provider";
import type { FrontEnd } from "@/console/app/Providers";
import { request } from "@/admin/api";
import { authProvider } from "./auth-provider";

export const frontEnd: FrontEnd = {
  basename: "/admin",
  dataProvider: dataProviderOver("/admin/api/resources", request),
  authProvider,
};
