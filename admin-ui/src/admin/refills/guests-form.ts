import type { Schemas } from "@/admin/api";

export type GuestsSelector = Schemas["RefillGuestsSelector"];

/** The ticked party sizes, each with the typed maximum of such parties; empty for no limit. */
export type Chosen = Record<number, string>;

export interface GuestsForm {
  /** Null for all diners whose group has no selector. */
  groupId: number | null;
  chosen: Chosen;
  alwaysAllowLastSolo: boolean;
}

/** Returns the form of a group's stored selector, or an empty one. */
export function guestsForm(selectors: GuestsSelector[], groupId: number | null): GuestsForm {
  const own = selectors.find(({ customer_group_id }) => customer_group_id === groupId);
  const entries = own?.options.map(({ guests_count, max_per_isg }) => [guests_count, max_per_isg?.toString() ?? ""]);
  return {
    groupId,
    chosen: Object.fromEntries(entries ?? []),
    alwaysAllowLastSolo: own?.always_allow_last_solo ?? false,
  };
}

export function allCounts(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

/** Ticks every size from 1 to `most`, or none if all are ticked already. */
export function toggleAll(chosen: Chosen, most: number): Chosen {
  const counts = allCounts(most);
  if (counts.every((count) => count in chosen)) return {};
  return Object.fromEntries(counts.map((count) => [count, chosen[count] ?? ""]));
}

export function toggleCount(chosen: Chosen, count: number): Chosen {
  if (!(count in chosen)) return { ...chosen, [count]: "" };
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => Number(key) !== count));
}

export function guestsBody({ groupId, chosen, alwaysAllowLastSolo }: GuestsForm, templateId: number) {
  return {
    guests_count_selector: {
      options_attributes: Object.entries(chosen).map(([count, most]) => ({
        guests_count: Number(count),
        max_per_isg: most.trim() === "" ? null : Number(most),
      })),
      customer_group_id: groupId,
      always_allow_last_solo: alwaysAllowLastSolo ? "1" : "0",
      online_stock_refillment_template_id: templateId,
    },
  };
}
