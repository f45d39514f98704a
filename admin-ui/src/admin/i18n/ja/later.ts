import { announcementRelease } from "./announcement-release";
import { audit } from "./audit";
import { lists } from "./lists";
import { records } from "./records";

/** Texts of lists, of their records, of announcements and of the audit log: loaded after the first page. */
export const later = {
  ...announcementRelease,
  ...audit,
  ...lists,
  ...records,
  resources: { ...lists.resources, ...records.resources },
};
