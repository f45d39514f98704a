import type { announcements as source } from "../ja/announcements";

export const announcements: typeof source = {
  announcements: {
    title: "Announcements",
    scheduled_for: "Scheduled %{at}",
    needs_admin: "Needs an admin",
    none: "There are no such announcements.",
    open: "%{subject}: open announcement %{id} of %{restaurant}",
  },
};
