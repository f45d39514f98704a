import type { components } from "./schema";

/** Wire types of the server's OpenAPI document. */
export type Schemas = components["schemas"];

export type Locale = Schemas["Locale"];
export type Flash = Schemas["Flash"];

/** A rejection. A response from a proxy has only a status. */
export type Problem = Partial<Schemas["Problem"]> & Pick<Schemas["Problem"], "status">;
