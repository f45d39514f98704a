import type { offsiteImport as source } from "../ja/offsite-import";

export const offsiteImport: typeof source = {
  offsite_import: {
    title: "Bring reservations in",
    lead: "A list of another service's reservations, CSV or JSON. Try it out first, look at the rows, then bring it in. The same list may come as often as you like.",
    choose: "Choose a file",
    list: "List",
    list_help: "The first line is the header. Needed: external_id, source, starts_at, guests_count, full_name",
    whole: "Write nothing when a single row cannot be taken",
    try: "Try it out",
    write: "Bring it in",
    rows: "Row by row",
    line: "Line",
    line_of: "Line %{line}",
    external_id: "External number",
    result: "Result",
    reason: "Reason",
    outcome: {
      created: "New",
      changed: "Changed",
      unchanged: "Unchanged",
      cancelled: "Cancelled",
      cancelled_before: "Cancelled before",
      refused: "Not taken",
    },
  },
};
