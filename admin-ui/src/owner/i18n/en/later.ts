import { reports } from "./reports";

/** Texts of the reports: loaded with their page. */
export const later = { ...reports };
