import { RESTAURANTS } from "./restaurants/list-address";
import type { ListResource } from "@/console/app/ConsoleUI";

/** The lists of the data provider that have a page, whose address has the resource's name. */
export const resources: readonly ListResource[] = [{ name: RESTAURANTS, recordRepresentation: "restaurant_name" }];
