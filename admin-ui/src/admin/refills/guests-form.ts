import type { Schemas } from "@/admin/api";

export type GuestsSelector = Schemas["RefillGuestsSelector"];

/** The party sizes that are ticked, each with the most parties of it as it was typed; empty for any number. */
export type Chosen = Record<number, string>;

export interface GuestsForm {
  /** Null for everybody whose group has no selector of its own. */
  groupId: number | null;
  chosen: Chosen;
  alwaysAllowLastSolo: boolean;
}

/** The selector of a group as it stands, or an empty one. */
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

/** Every size from 1 to the most, or none when all of them are ticked already. */
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
