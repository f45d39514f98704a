import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { SeatRow } from "../../daily-calendar/model/geometry";
import {
  allArranged,
  overlappingTable,
  isSamePlan,
  keyed,
  snapped,
  trayOf,
  withPlaced,
  withTable,
  without,
} from "../model/draft";
import type { TableChange } from "../model/draft";
import type { Table } from "../model/plan";
import { EditBoard } from "./EditBoard";
import { TableFields } from "./TableFields";
import { Tray } from "./Tray";
import { useLeaveWarning } from "./use-leave-warning";
import { usePlanDraft } from "./use-plan-draft";
import { overlapText, spotLabel } from "./labels";

interface Props {
  rows: readonly SeatRow[];
  plan: Schemas["FloorPlan"];
  onSaved: (plan: Schemas["FloorPlan"]) => void;
  /** Returns to the live floor and discards changes. */
  onLeave: () => void;
}

/** Edits the floor plan: tables are placed by mouse, finger or keys, and the plan is saved as a whole. */
export function PlanEditor({ rows, plan, onSaved, onLeave }: Props) {
  const t = useT();
  const draft = usePlanDraft(rows, plan, onSaved);
  const { tables, change } = draft;
  const mayLeave = useLeaveWarning(draft.isChanged);
  const [selectedUid, setSelectedUid] = useState<string | null>(null);
  const [said, say] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const selected = tables.find(({ row }) => row.seat.uid === selectedUid) ?? null;

  /** Moves a table, or shows which table blocks the place. */
  const put = (table: Table, to: TableChange) => {
    const { uid } = table.row.seat;
    const next = withTable(tables, uid, to);
    const moved = next?.find(({ row }) => row.seat.uid === uid);
    const other = overlappingTable(tables, uid, snapped({ ...table, ...to }));
    if (next && moved) {
      if (!isSamePlan(next, tables)) change(next);
      say(spotLabel(moved, t));
    } else if (other) say(overlapText(table, other, t));
  };
  const remove = ({ row }: Table) => {
    change(without(tables, row.seat.uid));
    setSelectedUid(null);
    say(t("floor_plan.removed", { label: row.seat.label }));
    heading.current?.focus({ preventScroll: true });
  };
  const place = (row: SeatRow) => {
    const next = withPlaced(tables, row);
    if (!next) {
      say(t("floor_plan.no_room"));
      return;
    }
    change(next);
    setSelectedUid(row.seat.uid);
    const placed = next.at(-1);
    if (placed) say(spotLabel(placed, t));
  };
  const onKey = (table: Table, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(table);
      return;
    }
    const to = keyed(tables, table, event.key);
    if (!to) return;
    event.preventDefault();
    put(table, to);
  };
  const cancel = async () => {
    if (await mayLeave()) onLeave();
  };

  return (
    <Box component="section" aria-labelledby="plan-editor-title">
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mb: 1 }}>
        <Typography id="plan-editor-title" variant="h2" ref={heading} tabIndex={-1} sx={{ outline: "none !important" }}>
          {t("floor_plan.editing")}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <Button disabled={!draft.mayGoBack || draft.isBusy} onClick={draft.back} sx={{ minHeight: 44 }}>
          {t("floor_plan.back")}
        </Button>
        <Button variant="outlined" onClick={() => change(allArranged(rows))} sx={{ minHeight: 44 }}>
          {t("floor_plan.arrange")}
        </Button>
        <Button variant="outlined" disabled={draft.isBusy} onClick={() => void cancel()} sx={{ minHeight: 44 }}>
          {t("floor_plan.cancel")}
        </Button>
        <Button
          variant="contained"
          disabled={!draft.isChanged || draft.isBusy}
          onClick={() => void draft.save()}
          sx={{ minHeight: 44 }}
        >
          {t("floor_plan.save")}
        </Button>
      </Box>
      {draft.problem !== null && (
        <Alert
          severity="error"
          sx={{ mb: 1 }}
          action={
            draft.isStale && (
              <Button color="inherit" size="small" onClick={() => void draft.takeLatest()}>
                {t("floor_plan.reload")}
              </Button>
            )
          }
        >
          {draft.problem}
        </Alert>
      )}
      <Tray rows={trayOf(rows, tables)} onPlace={place} />
      <TableFields table={selected} onChange={put} onRemove={remove} />
      <Box sx={{ minHeight: "1.7em", mb: 0.5, fontSize: "0.9rem" }} role="status">
        {said}
      </Box>
      <EditBoard
        tables={tables}
        selectedUid={selectedUid}
        onSelect={setSelectedUid}
        onDrop={({ table, rect }) => put(table, rect)}
        onKey={onKey}
      />
      <Typography variant="body2" color="text.secondary">
        {t("floor_plan.edit_help")}
      </Typography>
    </Box>
  );
}
