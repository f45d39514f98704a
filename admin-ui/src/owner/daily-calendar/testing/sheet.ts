import type { Schemas } from "@/owner/api";
import type { CalendarItem } from "../model/blocks";
import { geometryOf, rowsOf } from "../model/geometry";

function column(from: string, till: string, isDivider = false): Schemas["TimeColumn"] {
  return isDivider
    ? { key: `divider-${from}`, label: null, operation: null, from, till }
    : { key: from, label: from, operation: "dinner", from, till };
}

export const COLUMNS = [
  column("13:00", "13:30"),
  column("13:30", "14:00"),
  column("14:00", "17:00", true),
  column("17:00", "17:30"),
  column("17:30", "18:00"),
];

const seat = (uid: string, id: number) => ({ uid, id, label: uid.toUpperCase() });
export const GROUPS: Schemas["CalendarGroup"][] = [
  {
    uid: "g1",
    id: 1,
    title: "カウンター",
    short_label: "C",
    capacity_per_stock: 1,
    inventory_items: [seat("c1", 1), seat("c2", 2), seat("c3", 3), seat("c4", 4)],
  },
  { uid: "g2", id: 2, title: "個室", short_label: "P", capacity_per_stock: 4, inventory_items: [seat("p1", 5)] },
];
export const ROWS = rowsOf(GROUPS);
export const GRID = geometryOf(COLUMNS, false);

export function item(over: Partial<CalendarItem>): CalendarItem {
  return {
    uid: "r1",
    version: 0,
    extra_items: 0,
    calendar_item_type: "OnlineReservation",
    status: "accepted",
    rendered_from: "13:00",
    rendered_till: "14:00",
    start_time: over.rendered_from ?? "13:00",
    end_time: over.rendered_till ?? "14:00",
    seats_until: over.rendered_till ?? over.end_time ?? "14:00",
    inventory_group_uid: "g1",
    inventory_item_uids: ["c1"],
    is_prepaid: false,
    is_gold_candidate: false,
    is_blacklisted: false,
    has_cancel_request: false,
    has_allergy: false,
    customer_group_label: null,
    customer_fullname_kana: "",
    visit_count: 0,
    no_show_count: 0,
    special_request: "",
    internal_memo: "",
    customer_internal_memo: "",
    allergy_description: "",
    dislikes: "",
    customer_tags: [],
    service: { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null },
    ...over,
  } as CalendarItem;
}
