import { pageLoading } from "@seki/shared/navigation";
import { fetchPage, rememberPage } from "@/api";
import type { Page } from "@/api";

export const { holdPage, readAhead, pageLoader, missingPageLoader } = pageLoading<Page>({
  fetchPage,
  rememberPage,
  errorPage: "error",
  storesInput: true,
});
