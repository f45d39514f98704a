import type { offsiteImport as source } from "../ja/offsite-import";

export const offsiteImport: typeof source = {
  offsite_import: {
    title: "Import reservations",
    lead: "Imports a list of another site’s reservations (CSV or JSON). Check it first, review the result of each row, then import it. The same list can be imported any number of times without duplicates.",
    choose: "Choose a file",
    chosen: "Chosen file: %{name}",
    list: "List",
    list_help:
      "At most 1 MB and 20,000 rows, also for a file. The first line is the header. Required: external_id, source, starts_at, guests_count, full_name",
    too_large: "A list or file has at most 1 MB. Please split it.",
    unreadable: "The file cannot be read. Close it in other programs, and choose it again.",
    whole: "Import nothing if any row cannot be imported",
    try: "Check",
    write: "Import",
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
      cancelled_before: "Already cancelled",
      refused: "Cannot be imported",
      skipped: "Not imported",
    },
  },
};
