import { pageLoading } from "@seki/shared/navigation";
import { fetchPage, rememberPage } from "@/admin/api";
import type { Page } from "@/admin/api";

export const { holdPage, pageLoader, missingPageLoader } = pageLoading<Page>({
  fetchPage,
  rememberPage,
  errorPage: "owner_error",
  keepsPage: true,
});
