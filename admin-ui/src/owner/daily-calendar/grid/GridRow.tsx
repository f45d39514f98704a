import { memo } from "react";
import type { Translate } from "@/owner/i18n/use-t";
import type { Block } from "../model/blocks";
import type { Geometry, SeatRow } from "../model/geometry";
import { BlockButton } from "./BlockButton";

interface Props {
  row: SeatRow;
  geometry: Geometry;
  blocks: readonly Block[] | undefined;
  /** The column of the keyboard's cell, when it is in this row. */
  activeLane: number | null;
  /** The column in which this row's seat is selected. */
  selectedKey: string | null;
  openUid: string | null;
  t: Translate;
}

export function cellId(row: number, lane: number): string {
  return `cell-${row}-${lane}`;
}

/** One seat. Drawn again only when something on it changes: a day has up to two thousand cells. */
export const GridRow = memo(function GridRow({ row, geometry, blocks, activeLane, selectedKey, openUid, t }: Props) {
  return (
    <div role="row" className="line" aria-rowindex={row.index + 2}>
      <div role="rowheader" className="seat">
        {row.seat.label}
      </div>
      {geometry.lanes.map(({ column, isDivider, left, width }, lane) => {
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
            aria-label={isDivider ? t("calendar.divider") : `${row.seat.label} ${column.from}`}
            aria-selected={isDivider ? undefined : isSelected}
            style={{ width }}
          >
            {blocks?.map(
              (block) =>
                block.lane === lane && (
                  <BlockButton
                    key={block.item.uid}
                    block={block}
                    origin={left}
                    isOpen={block.item.uid === openUid}
                    isReachable={activeLane !== null}
                    t={t}
                  />
                ),
            )}
          </div>
        );
      })}
    </div>
  );
});
