import { useQueryClient } from "@tanstack/react-query";
import { send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText } from "@/console/ui";
import type { Listed } from "./list-address";
import { RESTAURANTS } from "./list-address";
import { forgetRestaurants, setPinned } from "./restaurant-provider";

export type StartPreset = "future" | "5days" | "2years" | "restore";

/** Returns the actions of a row's buttons. The lists are reloaded afterwards. */
export function useRowActions() {
  const t = useT();
  const queries = useQueryClient();
  const report = async (write: Promise<unknown>, message?: string) => {
    try {
      await write;
      if (message !== undefined) showFlash({ kind: "notice", message, sticky: false });
    } catch (error) {
      showFlash({ kind: "alert", message: errorText(error, t), sticky: false });
    }
    forgetRestaurants();
    await queries.invalidateQueries({ queryKey: [RESTAURANTS] });
  };
  return {
    togglePin: (row: Listed) => report(setPinned(row, !row.is_admin_pinned)),
    setStart: (row: Listed, type: StartPreset) => {
      const { id, or_starts_at, previous_starts_at } = row.operation;
      // Another admin may have changed the start since the list was read.
      const seen =
        type === "restore" && previous_starts_at !== null
          ? { expected_starts_at: or_starts_at, expected_previous_starts_at: previous_starts_at }
          : {};
      const query = { operation_id: String(id), type, from: "new_future", ...seen };
      return report(send("POST", "/admin/restaurants/set_osa", { query }), t("restaurants.start_set"));
    },
  };
}
