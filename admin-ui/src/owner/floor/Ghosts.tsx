import type { Translate } from "@/owner/i18n/use-t";
import type { Move } from "../daily-calendar/moving/use-drag";
import { reasonText } from "../daily-calendar/moving/labels";
import type { Table } from "./model/plan";
import { pixelsOf } from "./model/scale";
import type { Scale } from "./model/scale";

interface Props {
  move: Move;
  tables: readonly Table[];
  scale: Scale;
  t: Translate;
}

/** Shows the target tables of a move. They are hidden from screen readers, which get an announcement instead. */
export function Ghosts({ move: { item, target }, tables, scale, t }: Props) {
  const { spot, refusal } = target;
  const own = tables.filter(({ row }) => spot.seatUids.includes(row.seat.uid));
  return own.map((table) => (
    <div
      key={table.row.seat.uid}
      className={refusal === null ? "ghost" : "ghost refused"}
      aria-hidden
      style={pixelsOf(table, scale)}
    >
      {refusal === null ? `${table.row.seat.label} ${item.title}` : `✕ ${reasonText(refusal, t)}`}
    </div>
  ));
}
