import type { ConsolePage, PageDataOf, PageNameOf } from "@/console/api";

export type PageName = PageNameOf<"admin">;
export type PageData = PageDataOf<"admin">;

export interface Page<Name extends PageName = PageName> extends ConsolePage {
  page: Name;
  data: PageData[Name];
}
