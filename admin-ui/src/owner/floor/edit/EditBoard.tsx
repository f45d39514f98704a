import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import Box from "@mui/material/Box";
import { useT } from "@/owner/i18n/use-t";
import { boundsOf, SHEET } from "../model/plan";
import type { Rect, Table } from "../model/plan";
import { pixelsOf } from "../model/scale";
import { useWidth } from "../use-width";
import { editStyles } from "./edit-styles";
import { spotLabel } from "./labels";
import { useTableDrag } from "./use-table-drag";
import type { DraggedTable } from "./use-table-drag";

interface Props {
  tables: readonly Table[];
  selectedUid: string | null;
  onSelect: (uid: string) => void;
  onDrop: (held: DraggedTable) => void;
  onKey: (table: Table, event: KeyboardEvent) => void;
}

/** Free squares to the right of and below the outermost tables, and the minimum size of the shown sheet. */
const MARGIN = 4;
const MIN_SIZE = { width: 36, height: 22 };

/** Returns the shown squares. They grow with the tables and never shrink, so nothing shifts while the user drags. */
function useShown(tables: readonly Table[]): Rect {
  const [most, setMost] = useState(MIN_SIZE);
  const bounds = boundsOf(tables) ?? { x: 0, y: 0, width: 0, height: 0 };
  const width = Math.min(SHEET, Math.max(bounds.x + bounds.width + MARGIN, most.width));
  const height = Math.min(SHEET, Math.max(bounds.y + bounds.height + MARGIN, most.height));
  if (width > most.width || height > most.height) setMost({ width, height });
  return { x: 0, y: 0, width, height };
}

/** The sheet on which tables are placed. Each is a button that is dragged, or moved with its keys. */
export function EditBoard({ tables, selectedUid, onSelect, onDrop, onKey }: Props) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const shown = useShown(tables);
  const unit = Math.min(Math.max(Math.floor(useWidth(frame) / shown.width), 16), 30);
  const scale = { unit, shown };
  const onPress = ({ row }: Table) => onSelect(row.seat.uid);
  const { held, letGo, handlers } = useTableDrag({ sheet, unit, tables, onPress, onDrop });
  return (
    <Box ref={frame} sx={editStyles} role="group" aria-label={t("floor_plan.tables")}>
      <div
        ref={sheet}
        role="presentation"
        className="sheet squares"
        style={{ width: shown.width * unit, height: shown.height * unit, backgroundSize: `${unit}px ${unit}px` }}
        {...handlers}
        onKeyDown={({ key }) => key === "Escape" && letGo()}
      >
        {tables.map((table) => (
          <TableHandle
            key={table.row.seat.uid}
            table={table}
            box={pixelsOf(table, scale)}
            isSelected={table.row.seat.uid === selectedUid}
            isHeld={held?.table.row.seat.uid === table.row.seat.uid}
            onSelect={onSelect}
            onKey={onKey}
          />
        ))}
        {held && (
          <div className={held.other ? "ghost refused" : "ghost"} aria-hidden style={pixelsOf(held.rect, scale)}>
            {held.other ? `✕ ${held.other.row.seat.label}` : held.table.row.seat.label}
          </div>
        )}
      </div>
    </Box>
  );
}

interface HandleProps extends Pick<Props, "onSelect" | "onKey"> {
  table: Table;
  box: { left: number; top: number; width: number; height: number };
  isSelected: boolean;
  isHeld: boolean;
}

function TableHandle({ table, box, isSelected, isHeld, onSelect, onKey }: HandleProps) {
  const t = useT();
  const { row, shape } = table;
  const classes = ["table", shape === "round" && "round", isSelected && "selected", isHeld && "moving"];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(" ")}
      data-table={row.index}
      style={box}
      aria-label={spotLabel(table, t)}
      aria-pressed={isSelected}
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight + - R Delete"
      onFocus={() => onSelect(row.seat.uid)}
      onKeyDown={(event) => onKey(table, event)}
    >
      <b>{row.seat.label}</b>
      <span>{row.group.short_label}</span>
      {isSelected && <span className="corner" data-corner aria-hidden />}
    </button>
  );
}
