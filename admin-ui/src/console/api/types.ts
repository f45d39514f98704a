import type { Schemas } from "@seki/shared/api";

export type { Flash, Locale, Schemas } from "@seki/shared/api";

export type ConsoleConfig = Schemas["ConsoleConfig"];

/** The signed-in account, and the restaurant that it manages. */
export type RestaurantSession = Schemas["RestaurantSession"];

/** The page's admin, and the restaurant that the page is about. */
export type AdminSession = Schemas["AdminSession"];

/** A restaurant's sections that are open to an admin. */
export type AdminFlags = Schemas["AdminFlags"];

/** Envelope fields that both front ends' pages share. */
export interface ConsolePage extends Omit<Schemas["ConsolePage_OwnerErrorPage"], "page" | "data"> {
  page: string;
  data: unknown;
}

/** The envelopes of all pages of the console, distinguished by `page`. */
export type AnyPage = Extract<
  Schemas[keyof Schemas],
  { page: string; config: ConsoleConfig; session: RestaurantSession | null; data: unknown }
>;

/** The names of a front end's pages (`owner_…`), and of the error page that both front ends share. */
export type PageNameOf<Side extends string> = Extract<AnyPage["page"], `${Side}_${string}` | "owner_error">;

export type PageDataOf<Side extends string> = {
  [One in AnyPage as Extract<One["page"], PageNameOf<Side>>]: One["data"];
};
