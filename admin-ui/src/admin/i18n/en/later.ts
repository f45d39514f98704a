import { audit } from "./audit";
import { lists } from "./lists";
import { records } from "./records";

/** Texts of the lists, of the pages of their records, and of the audit log: loaded after the first page. */
export const later = {
  ...audit,
  ...lists,
  ...records,
  resources: { ...lists.resources, ...records.resources },
};
