import type { components } from "./schema";

/** The wire types: those of the server's OpenAPI document. */
export type Schemas = components["schemas"];

export type Locale = Schemas["Locale"];
export type Flash = Schemas["Flash"];

/** A refusal. One that comes from a proxy on the way has nothing but its status. */
export type Problem = Partial<Schemas["Problem"]> & Pick<Schemas["Problem"], "status">;
