import { memo } from "react";
import type { TextKey, Translate } from "@/owner/i18n/use-t";
import { isSlot } from "../model/blocks";
import type { Block, CalendarItem } from "../model/blocks";
import { ROW_HEIGHT } from "../model/geometry";

const INSET = 2;
const STRIP = 17;
/** A cancelled booking is a strip at the foot of its rows: above it stands what its seats are offered as now. */
const VOID_HEIGHT = 20;

interface Props {
  block: Block;
  /** Pixels from the grid's first column to the cell it stands in. */
  origin: number;
  isOpen: boolean;
  isReachable: boolean;
  t: Translate;
}

/** An item on the grid: a button that opens its pane. */
export const BlockButton = memo(function BlockButton({ block, origin, isOpen, isReachable, t }: Props) {
  const { item } = block;
  const place = { left: block.left - origin + INSET - 1, width: Math.max(block.width - INSET * 2 + 1, 14) };
  const height = heightOf(block);
  const label = spoken(block, t);
  return (
    <>
      {isSlot(item) && <span className="band" style={{ ...place, height: block.height - INSET * 2 }} />}
      <button
        type="button"
        className={`block ${item.calendar_item_type} ${item.status}${isOpen ? " open" : ""}`}
        data-item={item.uid}
        style={{ ...place, height, top: item.status === "void" ? block.height - height - INSET : INSET }}
        tabIndex={isReachable ? 0 : -1}
        aria-label={label}
        aria-pressed={isOpen}
        title={label}
      >
        <span className="title">
          {!isSlot(item) && `${item.start_time} `}
          {item.title}
        </span>
        <span>{item.subtitle}</span>
        {!isSlot(item) && height >= ROW_HEIGHT - INSET * 2 && <Marks item={item} t={t} />}
        {isSlot(item) && slotMarks(item, t).map((mark) => <span key={mark}>{mark}</span>)}
      </button>
    </>
  );
});

function heightOf({ item, height }: Block): number {
  if (isSlot(item)) return STRIP;
  return item.status === "void" ? VOID_HEIGHT : height - INSET * 2;
}

interface Mark {
  text: string;
  kind: "" | "prepaid" | "gold" | "warn";
}

function Marks({ item, t }: { item: CalendarItem; t: Translate }) {
  return (
    <span className="marks">
      {marksOf(item, t).map(({ text, kind }) => (
        <span key={text} className={`mark ${kind}`}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** The words for how an item stands, where it is not simply confirmed. */
function stateKey(item: CalendarItem): TextKey | null {
  if (item.status === "void") return "calendar.state.cancelled";
  if (item.status !== "pending" || item.calendar_item_type === "Pending") return null;
  if (item.is_sms_invite) return "calendar.state.sms_inviting";
  return item.is_invitation_email ? "calendar.state.email_inviting" : "calendar.state.invited";
}

function marksOf(item: CalendarItem, t: Translate): Mark[] {
  const state = stateKey(item);
  const marks: (Mark | false)[] = [
    state !== null && { text: t(state), kind: "" },
    item.prepaid_price > 0 && { text: t("calendar.prepaid"), kind: "prepaid" },
    item.is_gold_candidate && { text: t("calendar.gold_candidate"), kind: "gold" },
    item.has_cancel_request && { text: t("calendar.cancel_requested"), kind: "warn" },
    item.has_allergy && { text: t("calendar.allergy"), kind: "warn" },
    item.customer_group_label !== null && { text: item.customer_group_label, kind: "" },
    item.visit_count > 0 && { text: t("calendar.visits", { count: item.visit_count }), kind: "" },
    item.special_request !== "" && { text: t("calendar.request"), kind: "" },
    (item.internal_memo !== "" || item.customer_internal_memo !== "") && { text: t("calendar.memo"), kind: "" },
  ];
  return marks.filter((mark) => mark !== false);
}

function slotMarks(item: CalendarItem, t: Translate): string[] {
  const marks = [
    item.has_whitelist_online_stock &&
      t("calendar.whitelist", { groups: item.online_stock_customer_group_labels.join("・") }),
    item.is_past_cutoff && t("calendar.past_cutoff"),
    !item.has_effective_course && t("calendar.no_course"),
  ];
  return marks.filter((mark) => mark !== false);
}

/** A block in words. */
function spoken({ item, labels }: Block, t: Translate): string {
  const rest = isSlot(item) ? slotMarks(item, t) : marksOf(item, t).map(({ text }) => text);
  const type = t(`calendar.type.${item.calendar_item_type}`);
  return [`${item.start_time}–${item.end_time}`, type, item.title, item.subtitle, labels, ...rest]
    .filter((part) => part !== "")
    .join(" ");
}
