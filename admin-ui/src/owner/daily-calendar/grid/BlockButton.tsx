import { memo } from "react";
import type { Translate } from "@/owner/i18n/use-t";
import { allergiesOf, dislikesLine, tagsOf } from "../model/alerts";
import { isSlot } from "../model/blocks";
import type { Block, CalendarItem } from "../model/blocks";
import { ROW_HEIGHT } from "../model/geometry";
import type { Reach } from "../model/moving";
import { STEP_SIZE, StepButtons, stepsShown, stepsWidth } from "../service/StepButtons";
import type { Lateness, ServiceState } from "../service/steps";
import { blockLabel, joinedMark, marksOf, slotMarks } from "./labels";

const INSET = 2;
const STRIP = 17;
/**
 * Blocks narrower than this, in pixels, have no space for the time next to the name: a stay of one column. A strip has
 * no second line for the name.
 */
const NARROW = { block: 84, strip: 64 };
/** Height of a cancelled booking: a strip at the foot of its rows, below what its seats are offered as now. */
const VOID_HEIGHT = 20;
/** Pixels at a block's right edge that its end for resizing takes. */
const END = 12;
/** Pixels of a block's lines that its step buttons leave free. */
const LINES = 72;

interface Props {
  block: Block;
  /** Pixels from the grid's first column to the block's cell. */
  origin: number;
  isOpen: boolean;
  /** The parts that staff may move by drag, or with M and the arrow keys. */
  reach: Reach | null;
  /** Whether the item is being moved. */
  isMoving: boolean;
  isReachable: boolean;
  isClosed: boolean;
  lateness: Lateness | null;
  /** The step that a press on the block's button records; null without a button. */
  step: ServiceState | null;
  isStepPending: boolean;
  t: Translate;
}

/** An item on the grid: a button that opens its pane, and next to it the button of its next step. */
export const BlockButton = memo(function BlockButton({
  block,
  origin,
  isOpen,
  reach,
  isMoving,
  isReachable,
  isClosed,
  lateness,
  step,
  isStepPending,
  t,
}: Props) {
  const { item } = block;
  const place = { left: block.left - origin + INSET - 1, width: Math.max(block.width - INSET * 2 + 1, 14) };
  const isStrip = isSlot(item) || item.status === "void";
  const isNarrow = place.width < (isStrip ? NARROW.strip : NARROW.block);
  const height = heightOf(block);
  const alerts = item.status === "void" ? "" : allergiesOf(item);
  const dislikes = item.status === "void" ? "" : dislikesLine(item, t);
  const tags = item.status === "void" ? "" : tagsOf(item);
  // A block of one row has space for three lines: the alerts share the second.
  const hasRoom = height > ROW_HEIGHT;
  const label = blockLabel(block, isClosed, lateness, t);
  const steps = step === null ? [] : stepsShown(step, lateness, place.width - END - LINES);
  const ends = steps.length === 0 ? {} : { "--steps": `${stepsWidth(steps.length) + END}px` };
  const top = item.status === "void" ? block.height - height - INSET : INSET;
  return (
    <>
      {isSlot(item) && <span className="band" style={{ ...place, height: block.height - INSET * 2 }} />}
      <button
        type="button"
        className={classOf(item, lateness, {
          narrow: isNarrow,
          open: isOpen,
          movable: reach !== null,
          moving: isMoving,
        })}
        data-item={item.uid}
        style={{ ...place, ...ends, height, top }}
        tabIndex={isReachable ? 0 : -1}
        aria-label={label}
        aria-pressed={isOpen}
        aria-keyshortcuts={keysOf(reach, step)}
        title={label}
      >
        {/* The label contains all of it as one sentence. */}
        <span className="lines" aria-hidden>
          <span className="title">
            {!isSlot(item) && !isNarrow && `${item.start_time} `}
            {item.title}
          </span>
          <span>
            {/* The end of a narrow line is cut off. */}
            {!hasRoom && isNarrow && alerts !== "" && <b className="alert">{alerts} </b>}
            {item.subtitle}
            {!hasRoom && !isNarrow && alerts !== "" && <b className="alert"> {alerts}</b>}
            {!hasRoom && tags !== "" && <b className="tags"> {tags}</b>}
            {/* The text of dislikes may be long, and hides no tag. */}
            {!hasRoom && dislikes !== "" && ` ${dislikes}`}
          </span>
          {hasRoom && alerts !== "" && <b className="alert">{alerts}</b>}
          {hasRoom && tags !== "" && <b className="tags">{tags}</b>}
          {hasRoom && dislikes !== "" && <span className="dislikes">{dislikes}</span>}
          {!isSlot(item) && height >= ROW_HEIGHT - INSET * 2 && <Marks block={block} lateness={lateness} t={t} />}
          {isSlot(item) && slotMarks(item, isClosed, t).map((mark) => <span key={mark}>{mark}</span>)}
        </span>
        {reach === "time_and_seats" && <span className="end" data-end aria-hidden />}
      </button>
      {steps.length > 0 && (
        <StepButtons
          item={item}
          steps={steps}
          box={{ left: place.left, top: top + height - STEP_SIZE.height - 5, width: place.width - END }}
          isPending={isStepPending}
          t={t}
        />
      )}
    </>
  );
});

function keysOf(reach: Reach | null, step: ServiceState | null): string | undefined {
  const keys = [reach !== null && "M", step !== null && "S"].filter((key) => key !== false);
  return keys.length === 0 ? undefined : keys.join(" ");
}

function heightOf({ item, height }: Block): number {
  if (isSlot(item)) return STRIP;
  return item.status === "void" ? VOID_HEIGHT : height - INSET * 2;
}

/** Returns the CSS classes for the item's type and the state of its visit. The marks repeat them as text. */
function classOf(item: CalendarItem, lateness: Lateness | null, is: Record<string, boolean>): string {
  const service = item.service.state !== null && `at-${item.service.state}`;
  const states = Object.keys(is).filter((state) => is[state]);
  const parts = ["block", item.calendar_item_type, item.status, service, lateness, ...states];
  return parts.filter((part) => part !== false && part !== null).join(" ");
}

function Marks({ block, lateness, t }: Pick<Props, "block" | "lateness" | "t">) {
  return (
    <span className="marks">
      {[...joinedMark(block.elsewhere), ...marksOf(block.item, lateness, t)].map(({ text, kind }) => (
        <span key={text} className={`mark ${kind}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
