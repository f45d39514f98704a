import type { components } from "@site/api/schema";

/** The wire types: those of the server's OpenAPI document. */
export type Schemas = components["schemas"];

export type Locale = Schemas["Locale"];
export type Flash = Schemas["Flash"];
export type OfficeConfig = Schemas["OfficeConfig"];
export type OfficeSession = Schemas["OfficeSession"];
export type Features = Schemas["Features"];

/** The envelope of every page of the back office there is, told apart by `page`. */
type AnyPage = Extract<
  Schemas[keyof Schemas],
  { page: string; config: OfficeConfig; session: OfficeSession | null; data: unknown }
>;

export type PageName = AnyPage["page"];
export type PageData = { [One in AnyPage as One["page"]]: One["data"] };

export interface Page<Name extends PageName = PageName> extends Omit<AnyPage, "page" | "data"> {
  page: Name;
  data: PageData[Name];
}
