import type { Schemas } from "@seki/shared/api";

export type { Flash, Locale, Schemas } from "@seki/shared/api";

export type ConsoleConfig = Schemas["ConsoleConfig"];

/** The signed-in account, and the restaurant that it looks at. */
export type RestaurantSession = Schemas["RestaurantSession"];

/** The admin whose page this is, and the restaurant that it is about. */
export type AdminSession = Schemas["AdminSession"];

/** Which of a restaurant's sections are open to an admin. */
export type AdminFlags = Schemas["AdminFlags"];

/** What the envelopes of both wings' pages have in common. */
export interface ConsolePage extends Omit<Schemas["ConsolePage_OwnerErrorPage"], "page" | "data"> {
  page: string;
  data: unknown;
}

/** The envelopes of all pages of the console; `page` tells which one it is. */
export type AnyPage = Extract<
  Schemas[keyof Schemas],
  { page: string; config: ConsoleConfig; session: RestaurantSession | null; data: unknown }
>;

/** The names of a wing's pages (`owner_…`), and of the error page that both wings share. */
export type PageNameOf<Wing extends string> = Extract<AnyPage["page"], `${Wing}_${string}` | "owner_error">;

export type PageDataOf<Wing extends string> = {
  [One in AnyPage as Extract<One["page"], PageNameOf<Wing>>]: One["data"];
};
