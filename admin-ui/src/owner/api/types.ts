import type { ConsolePage, PageDataOf, PageNameOf } from "@/console/api";

export type PageName = PageNameOf<"owner">;
export type PageData = PageDataOf<"owner">;

export interface Page<Name extends PageName = PageName> extends ConsolePage {
  page: Name;
  data: PageData[Name];
}
