import { Fragment, memo } from "react";
import type { Translate } from "@/owner/i18n/use-t";
import type { Block, CalendarItem } from "../model/blocks";
import type { Geometry, SeatRow } from "../model/geometry";
import type { DueSteps, LateItems } from "../service/steps";
import { reachOf } from "../model/moving";
import { BlockButton } from "./BlockButton";
import { Ghost } from "./Ghost";
import { cellLabel, dividerLabel } from "./labels";

interface Props {
  row: SeatRow;
  geometry: Geometry;
  blocks: readonly Block[] | undefined;
  /** The items of the row, including items whose block starts in another row. */
  items: readonly CalendarItem[];
  isClosed: boolean;
  /** The column of the keyboard's cell, if it is in this row. */
  activeLane: number | null;
  /** The column in which this row's seat is selected. */
  selectedKey: string | null;
  openUid: string | null;
  mayMove: boolean;
  /** The party that is being moved, if its block starts in this row. */
  movingUid: string | null;
  /** The target of the move, as far as it is in this row. */
  ghosts: readonly Block[] | undefined;
  /** Text of the reason why the party cannot move there. */
  refusal: string | null;
  /** The row's items that are late: overdue, soon needed by the next party, or not arrived. */
  late: LateItems;
  /** The steps that the row's blocks record by one press. */
  due: DueSteps;
  /** The row's parties whose step is being sent. */
  pending: ReadonlySet<string>;
  t: Translate;
}

export function cellId(row: number, lane: number): string {
  return `cell-${row}-${lane}`;
}

/** One seat. It rerenders only after a change of its row: a day has up to two thousand cells. */
export const GridRow = memo(function GridRow(props: Props) {
  const { row, geometry, blocks, items, isClosed, activeLane, selectedKey, openUid, late, t } = props;
  const { mayMove, movingUid, ghosts, refusal, due, pending } = props;
  return (
    <div role="row" className="line" aria-rowindex={row.index + 2}>
      <div role="rowheader" className="seat">
        {row.seat.label}
      </div>
      {geometry.lanes.map((place, lane) => {
        const { column, isDivider, left, width } = place;
        const own = blocks?.filter((block) => block.lane === lane) ?? [];
        const isSelected = column.key === selectedKey;
        const state = `${isDivider ? " divider" : ""}${isSelected ? " selected" : ""}${lane === activeLane ? " active" : ""}`;
        return (
          <div
            key={column.key}
            role="gridcell"
            id={cellId(row.index, lane)}
            className={`cell${state}`}
            data-row={row.index}
            data-lane={lane}
            aria-label={
              isDivider
                ? dividerLabel(place, t)
                : cellLabel({ row, lane: place, items, blocks: own, isClosed, late }, t)
            }
            aria-selected={isDivider ? undefined : isSelected}
            style={{ width }}
          >
            {own.map((block) => (
              <Fragment key={block.item.uid}>
                <BlockButton
                  block={block}
                  origin={left}
                  isOpen={block.item.uid === openUid}
                  reach={mayMove ? reachOf(block.item) : null}
                  isMoving={block.item.uid === movingUid}
                  isReachable={activeLane !== null}
                  isClosed={isClosed}
                  lateness={late.get(block.item.uid) ?? null}
                  step={due.get(block.item.uid) ?? null}
                  isStepPending={pending.has(block.item.uid)}
                  t={t}
                />{" "}
              </Fragment>
            ))}
          </div>
        );
      })}
      {ghosts?.map((ghost) => (
        <Ghost key={ghost.row} block={ghost} refusal={refusal} />
      ))}
    </div>
  );
});
