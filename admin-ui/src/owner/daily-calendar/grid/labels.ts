import { joiner } from "@/console/i18n/page-language";
import type { TextKey, Translate } from "@/owner/i18n/use-t";
import { allergyLine, dislikesLine, tagsOf } from "../model/alerts";
import { isFreed, isSlot, isTaken, itemsAt } from "../model/blocks";
import type { Block, CalendarItem } from "../model/blocks";
import type { Lane, SeatRow } from "../model/geometry";
import { timeOf } from "../service/steps";
import type { LateItems, Lateness } from "../service/steps";

export interface Mark {
  text: string;
  kind: "" | "prepaid" | "gold" | "warn" | "service" | "joined";
}

/** Returns the text key of an item's state, null for a confirmed one. */
function stateKey(item: CalendarItem): TextKey | null {
  if (item.status === "void") return "calendar.state.cancelled";
  if (item.status !== "pending" || item.calendar_item_type === "Pending") return null;
  if (item.is_sms_invite) return "calendar.state.sms_inviting";
  return item.is_invitation_email ? "calendar.state.email_inviting" : "calendar.state.invited";
}

/** Returns the step of the visit and its time. */
function serviceText({ service }: CalendarItem, t: Translate): string {
  if (service.state === null) return "";
  const time = timeOf(service, service.state);
  return [t(`service.step.${service.state}`), time].filter((part) => part !== null).join(" ");
}

/** Returns the text key of an item's offline notes: one needs a decision, or they are not sent yet; null without notes. */
export function unsentKey({ is_unsent, is_conflict }: CalendarItem): TextKey | null {
  if (is_conflict) return "offline.to_check";
  return is_unsent ? "offline.unsent" : null;
}

export function marksOf(item: CalendarItem, lateness: Lateness | null, t: Translate): Mark[] {
  const state = stateKey(item);
  const unsent = unsentKey(item);
  const marks: (Mark | false)[] = [
    unsent !== null && { text: t(unsent), kind: "warn" },
    item.has_draft === true && { text: t("drafts.mark"), kind: "warn" },
    lateness !== null && { text: t(`service.${lateness}`), kind: "warn" },
    item.service.state !== null && { text: serviceText(item, t), kind: "service" },
    state !== null && { text: t(state), kind: "" },
    item.extra_items > 0 && { text: t("calendar.extra_tables", { count: item.extra_items }), kind: "joined" },
    item.is_blacklisted && { text: t("pane.blacklisted"), kind: "warn" },
    item.is_prepaid && { text: t("calendar.prepaid"), kind: "prepaid" },
    item.is_gold_candidate && { text: t("calendar.gold_candidate"), kind: "gold" },
    item.has_cancel_request && { text: t("calendar.cancel_requested"), kind: "warn" },
    item.has_allergy && { text: t("calendar.allergy"), kind: "warn" },
    item.customer_group_label !== null && { text: item.customer_group_label, kind: "" },
    item.no_show_count > 0 && { text: t("calendar.no_shows", { count: item.no_show_count }), kind: "warn" },
    item.visit_count > 0 && { text: t("calendar.visits", { count: item.visit_count }), kind: "" },
    item.special_request !== "" && { text: t("calendar.request"), kind: "" },
    (item.internal_memo !== "" || item.customer_internal_memo !== "") && { text: t("calendar.memo"), kind: "" },
  ];
  return marks.filter((mark) => mark !== false);
}

/** Returns a mark with the other seats of a party whose seats are not adjacent. */
export function joinedMark(elsewhere: string): Mark[] {
  return elsewhere === "" ? [] : [{ text: `＋${elsewhere}`, kind: "joined" }];
}

/** Returns the same as text for screen readers. */
function joinedLabel(elsewhere: string, t: Translate): string {
  return elsewhere === "" ? "" : t("calendar.joined", { seats: elsewhere });
}

/** Returns the marks of a web slot: closed day, customer groups, past cut-off, no course. */
export function slotMarks(item: CalendarItem, isClosed: boolean, t: Translate): string[] {
  const marks = [
    isClosed && t("calendar.closed"),
    item.has_whitelist_online_stock &&
      t(item.has_open_online_stock ? "calendar.partly_whitelist" : "calendar.whitelist", {
        groups: item.online_stock_customer_group_labels.join(joiner()),
      }),
    item.is_past_cutoff && t("calendar.past_cutoff"),
    !item.has_effective_course && t("calendar.no_course"),
  ];
  return marks.filter((mark) => mark !== false);
}

/** Returns the label of a block. */
export function blockLabel(
  { item, labels, elsewhere }: Pick<Block, "item" | "labels" | "elsewhere">,
  isClosed: boolean,
  lateness: Lateness | null,
  t: Translate,
): string {
  const marks = isSlot(item) ? slotMarks(item, isClosed, t) : marksOf(item, lateness, t).map(({ text }) => text);
  const type = t(`calendar.type.${item.calendar_item_type}`);
  const seats = [labels, joinedLabel(elsewhere, t)];
  const guest = [item.title, item.subtitle, ...seats, allergyLine(item, t), tagsOf(item), dislikesLine(item, t)];
  return [`${item.start_time}–${item.end_time}`, type, ...guest, ...marks].filter((part) => part !== "").join(" ");
}

interface CellContent {
  row: SeatRow;
  lane: Lane;
  /** The items of the row. */
  items: readonly CalendarItem[];
  /** The blocks whose left edge is in the cell. */
  blocks: readonly Block[];
  isClosed: boolean;
  late: LateItems;
}

/** Returns the label of a divider: closed hours, or a change of meals if one follows the other immediately. */
export function dividerLabel({ from, till }: Pick<Lane, "from" | "till">, t: Translate): string {
  return t(from < till ? "calendar.divider" : "calendar.change_of_meals");
}

/**
 * Returns the label of a cell: whether it is free, and the parties or offers that cover it with their times. A block
 * that starts in the cell is included with its own label.
 */
export function cellLabel({ row, lane, items, blocks, isClosed, late }: CellContent, t: Translate): string {
  const over = itemsAt(items, row.seat.uid, lane.from, lane.till).filter(({ status }) => status !== "void");
  const isFree = !over.some(isTaken);
  const others = over.filter((item) => blocks.every((block) => block.item !== item));
  return [
    row.seat.label,
    lane.column.from,
    t(isFree ? "calendar.cell.free" : "calendar.cell.taken"),
    ...others.map((item) => itemLabel(item, isClosed, t)),
    ...blocks.map((block) => blockLabel(block, isClosed, late.get(block.item.uid) ?? null, t)),
  ].join(" ");
}

function itemLabel(item: CalendarItem, isClosed: boolean, t: Translate): string {
  const span = `${item.start_time}–${item.end_time}`;
  if (!isSlot(item) && !isFreed(item)) return `${item.title} ${span}`;
  const type = t(`calendar.type.${item.calendar_item_type}`);
  return isClosed && isSlot(item) ? `${type} ${t("calendar.closed")} ${span}` : `${type} ${span}`;
}
