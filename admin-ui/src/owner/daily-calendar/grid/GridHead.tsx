import Box from "@mui/material/Box";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { Geometry } from "../model/geometry";

/** The hours over the columns, with the meal where it begins. */
export function GridHead({ geometry, operations }: { geometry: Geometry; operations: Schemas["ActiveOperation"][] }) {
  const t = useT();
  return (
    <div role="row" className="head" aria-rowindex={1}>
      <div role="columnheader" className="corner">
        <Box component="span" sx={{ position: "absolute", left: 8, bottom: 6, color: "text.secondary" }}>
          {t("calendar.seats")}
        </Box>
      </div>
      {geometry.lanes.map(({ column, width, isDivider }, index) => {
        const isFirst = geometry.lanes[index - 1]?.column.operation !== column.operation;
        const meal = operations.find(({ name }) => name === column.operation)?.label;
        return isDivider ? (
          <div
            key={column.key}
            role="columnheader"
            className="time divider"
            style={{ width }}
            aria-label={t("calendar.divider")}
          />
        ) : (
          <div key={column.key} role="columnheader" className="time" style={{ width }}>
            <b>{isFirst ? meal : ""}</b>
            {column.label}
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
      <strong>{title}</strong>
      <span>{short_label}</span>
      {capacity_per_stock > 1 && <span>{t("calendar.max_seats", { count: capacity_per_stock })}</span>}
    </div>
  );
}
