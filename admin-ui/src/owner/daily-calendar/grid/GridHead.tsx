import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Geometry } from "../model/geometry";
import { dividerLabel } from "./labels";

interface Props {
  geometry: Geometry;
  operations: Schemas["ActiveOperation"][];
  /** Free seats of each column; null where there is no space for them. */
  free: readonly number[] | null;
  /** Whether a press on a time searches seats for it. */
  findsSeats: boolean;
}

/** Shows the hours above the columns, with the start of each meal and the free seats. */
export function GridHead({ geometry, operations, free, findsSeats }: Props) {
  const t = useT();
  return (
    <div role="row" className="head" aria-rowindex={1}>
      <div role="columnheader" className="corner">
        <Box component="span" sx={{ position: "absolute", left: 8, bottom: 6, color: "text.secondary" }}>
          {t("calendar.seats")}
        </Box>
      </div>
      {geometry.lanes.map(({ column, width, isDivider, from, till }, index) => {
        const isFirst = geometry.lanes[index - 1]?.column.operation !== column.operation;
        const meal = operations.find(({ name }) => name === column.operation)?.label;
        const content = (
          <>
            <b>{isFirst ? meal : ""}</b>
            {column.label}
            {free && <span className="free">{t("calendar.free_seats", { count: free[index] ?? 0 })}</span>}
          </>
        );
        return isDivider ? (
          <div
            key={column.key}
            role="columnheader"
            className="time divider"
            style={{ width }}
            aria-label={dividerLabel({ from, till }, t)}
          />
        ) : (
          <div key={column.key} role="columnheader" className="time" style={{ width }}>
            {findsSeats && column.label !== "" ? (
              // Its name is its text, so a voice command can use what is shown.
              <button
                type="button"
                className="find"
                tabIndex={-1}
                data-find={column.from}
                title={t("calendar.find_at", { time: column.from })}
              >
                <span>{content}</span>
              </button>
            ) : (
              content
            )}
          </div>
        );
      })}
    </div>
  );
}

export function GroupHead({ group }: { group: Schemas["CalendarGroup"] }) {
  const t = useT();
  const { title, short_label, capacity_per_stock } = group;
  return (
    <div role="presentation" className="group-head" title={title}>
      <div className="name">
        <strong>{title}</strong>
        <span>{short_label}</span>
        {capacity_per_stock > 1 && <span>{t("calendar.max_seats", { count: capacity_per_stock })}</span>}
      </div>
    </div>
  );
}
