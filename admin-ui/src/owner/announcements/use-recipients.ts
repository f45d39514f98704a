import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "@/owner/api";
import type { Draft } from "./model";

export interface Recipients {
  /** Number of recipients; null until the server has responded. */
  count: number | null;
  /** Number of customers in the chosen groups. */
  customers: number | null;
  failed: boolean;
}

/** Fetches the number of recipients of a draft. */
export function useRecipients(draft: Draft, isAdmin: boolean): Recipients {
  const groups = JSON.stringify(draft.only_customer_group_ids);
  const query = {
    customer_group_ids: groups,
    prefectures: JSON.stringify(draft.only_prefectures),
    ...(isAdmin
      ? {
          premium_grades: JSON.stringify(draft.only_premium_grades),
          include_unsubscribed_customers: draft.include_unsubscribed_customers,
        }
      : {}),
  };
  const counted = useQuery({
    queryKey: ["recipients_count", query],
    queryFn: ({ signal }) => send("GET", "/owners/api/announcements/recipients_count", { query, signal }),
    placeholderData: keepPreviousData,
  });
  const customers = useQuery({
    queryKey: ["count_all", groups],
    queryFn: ({ signal }) =>
      send("GET", "/owners/api/customers/count_all", { query: { customer_group_ids: groups }, signal }),
    placeholderData: keepPreviousData,
  });
  const failed = counted.isError || customers.isError;
  return {
    count: failed ? null : (counted.data?.data.count ?? null),
    customers: customers.data ?? null,
    failed,
  };
}
