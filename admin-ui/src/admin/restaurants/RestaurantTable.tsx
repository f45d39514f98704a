import type { ReactNode } from "react";
import { useT } from "@/admin/i18n/use-t";
import { ListTable } from "@/console/lists";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { columns } from "./columns";

interface Props {
  label: string;
  bulkActions?: ReactNode;
  isFurther?: boolean;
}

/** The restaurants of the surrounding list. */
export function RestaurantTable({ label, bulkActions, isFurther }: Props) {
  const t = useT();
  return (
    <ListTable label={label} empty={t("restaurants.none")} bulkActions={bulkActions} isFurther={isFurther} sx={STYLES}>
      {columns}
    </ListTable>
  );
}

/** All thirteen columns fit next to the menu at 1440 pixels. */
export const TABLE_WIDTH = 1184;
const STYLES = {
  "& td": { verticalAlign: "top" },
  "& th": { verticalAlign: "bottom", lineHeight: 1.3 },
  "& th, & td": { px: 0.75, fontSize: "0.8125rem" },
  "& .column-restaurant_name": { minWidth: 120 },
  "& td.column-id, & td.column-visibility, & td.column-is_noindex": { whiteSpace: "nowrap" },
  // The specification's blank column: its name is only announced to screen readers (admin §2).
  "& th.column-links > span": visuallyHidden,
} as const;
