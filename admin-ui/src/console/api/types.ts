import type { Schemas } from "@seki/shared/api";

export type { Flash, Locale, Schemas } from "@seki/shared/api";

export type ConsoleConfig = Schemas["OfficeConfig"];

/** Who looks at a restaurant. */
export type RestaurantSession = Schemas["OfficeSession"];

/** What the envelopes of both wings' pages have in common. */
export interface ConsolePage extends Omit<Schemas["OwnerPage_OwnerErrorPage"], "page" | "data"> {
  page: string;
  data: unknown;
}

/** The envelope of every page of the console there is, told apart by `page`. */
export type AnyPage = Extract<
  Schemas[keyof Schemas],
  { page: string; config: ConsoleConfig; session: RestaurantSession | null; data: unknown }
>;

/** The pages of a wing: those whose names begin alike, and the error page that both share. */
export type PageNameOf<Wing extends string> = Extract<AnyPage["page"], `${Wing}_${string}` | "owner_error">;

export type PageDataOf<Wing extends string> = {
  [One in AnyPage as Extract<One["page"], PageNameOf<Wing>>]: One["data"];
};
