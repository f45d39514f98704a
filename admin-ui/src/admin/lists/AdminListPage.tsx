import type { ComponentProps } from "react";
import Typography from "@mui/material/Typography";
import type { RaRecord } from "ra-core";
import { PageTitle } from "@/console/ui";
import { AdminList } from "./AdminList";
import type { AdminListProps } from "./AdminList";
import { AdminTable } from "./AdminTable";

type TableProps = Pick<ComponentProps<typeof AdminTable>, "none" | "hiddenColumns" | "styles">;

interface Props<Row> extends AdminListProps<Row>, TableProps {
  /** Title of the page, and name of the table for screen readers. */
  title: string;
  /** Text below the title. */
  lead?: string;
}

/** A page with one list of the admins. Its children are the columns. */
export function AdminListPage<Row extends RaRecord>({
  title,
  lead,
  none,
  hiddenColumns,
  styles,
  children,
  ...list
}: Props<Row>) {
  const table = { none, hiddenColumns, styles, initial: list.links?.initial };
  return (
    <>
      <PageTitle title={title} />
      {lead !== undefined && <Typography sx={{ mb: 2 }}>{lead}</Typography>}
      <AdminList<Row> {...list}>
        <AdminTable label={title} {...table}>
          {children}
        </AdminTable>
      </AdminList>
    </>
  );
}
