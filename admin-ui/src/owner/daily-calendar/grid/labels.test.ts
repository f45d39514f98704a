import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { item } from "../testing/sheet";
import { dividerLabel, marksOf, slotMarks } from "./labels";

const t = ((key: string) => key) as Translate;

it("labels only the time between two meals as closed hours", () => {
  expect(dividerLabel({ from: 870, till: 1020 }, t)).toBe("calendar.divider");
  expect(dividerLabel({ from: 870, till: 870 }, t)).toBe("calendar.change_of_meals");
});

it("distinguishes a slot whose seats are all restricted from one with some", () => {
  const slot = { calendar_item_type: "OnlineStockGroup", has_effective_course: true, is_past_cutoff: false } as const;
  const limited = { ...slot, has_whitelist_online_stock: true, online_stock_customer_group_labels: ["常"] };
  expect(slotMarks(item({ ...limited, has_open_online_stock: false }), false, t)).toEqual(["calendar.whitelist"]);
  expect(slotMarks(item({ ...limited, has_open_online_stock: true }), false, t)).toEqual(["calendar.partly_whitelist"]);
});

const firstMark = (over: Parameters<typeof item>[0]) => marksOf(item(over), null, t)[0];

it("marks an item whose offline note needs a decision, or is not sent yet", () => {
  expect(firstMark({ is_unsent: true })).toEqual({ text: "offline.unsent", kind: "warn" });
  expect(firstMark({ is_unsent: true, is_conflict: true })).toEqual({ text: "offline.to_check", kind: "warn" });
  expect(firstMark({ is_conflict: true })).toEqual({ text: "offline.to_check", kind: "warn" });
});
