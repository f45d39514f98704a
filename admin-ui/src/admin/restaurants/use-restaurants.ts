import { useEffect, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request, send, showFlash } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { errorText } from "@/console/ui";
import { kindOf } from "./list-address";
import type { Listed } from "./list-address";

const KEY = "admin-restaurants";

/** Loads the rows of a query. A superseded request is aborted. */
export function useRestaurants(query: string) {
  return useQuery({
    queryKey: [KEY, query],
    queryFn: async ({ signal }) => {
      const answer = await request(`/admin/api/restaurant_future?${query}`, { signal });
      return (await answer.json()) as Listed[];
    },
  });
}

/** Returns the typed value after N milliseconds without input. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

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
    await queries.invalidateQueries({ queryKey: [KEY] });
  };
  return {
    togglePin: (row: Listed) => {
      const restaurant_id = String(row.id);
      return report(
        row.is_admin_pinned
          ? send("DELETE", "/admin/pinned_restaurants", { query: { restaurant_id } })
          : send("POST", "/admin/pinned_restaurants", { query: { restaurant_id, restaurant_type: kindOf(row) } }),
      );
    },
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
