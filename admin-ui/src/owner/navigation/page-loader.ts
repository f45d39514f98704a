import { pageLoading } from "@seki/shared/navigation";
import { fetchPage, rememberPage } from "@/owner/api";
import type { Page } from "@/owner/api";

export const { holdPage, pageLoader, missingPageLoader } = pageLoading<Page>({
  fetchPage,
  rememberPage,
  errorPage: "owner_error",
});
