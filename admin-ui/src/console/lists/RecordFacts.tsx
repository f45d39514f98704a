import { Children, isValidElement } from "react";
import type { ReactElement, ReactNode } from "react";
import Paper from "@mui/material/Paper";
import { RecordContextProvider, ResourceContextProvider, useResourceContext, useTranslateLabel } from "ra-core";
import type { RaRecord } from "ra-core";
import type { DataTableColumnProps } from "react-admin";
import { Facts } from "@/console/ui";

interface Props {
  record: RaRecord;
  columns: readonly DataTableColumnProps[];
}

/** The columns of a record, one below the other. */
export function RecordFacts({ record, columns }: Props) {
  const resource = useResourceContext();
  const translateLabel = useTranslateLabel();
  return (
    <RecordContextProvider value={record}>
      <Facts
        facts={columns.map((column) => [
          String(translateLabel({ label: column.label, source: column.source, resource })),
          valueOf(column, record),
        ])}
      />
    </RecordContextProvider>
  );
}

interface PaneProps {
  resource: string;
  record: RaRecord;
  /** The columns of the record's list: `<DataTable.Col>`. */
  children: ReactNode;
}

/** The record of a page: all columns of its list. */
export function RecordPane({ resource, record, children }: PaneProps) {
  return (
    <ResourceContextProvider value={resource}>
      <Paper component="section" variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 860 }}>
        <RecordFacts record={record} columns={columnsOf(children).map(({ props }) => props)} />
      </Paper>
    </ResourceContextProvider>
  );
}

export function columnsOf(children: ReactNode) {
  return Children.toArray(children).filter((child): child is ReactElement<DataTableColumnProps> =>
    isValidElement(child),
  );
}

function valueOf({ source = "", render, field: Field, children }: DataTableColumnProps, record: RaRecord): ReactNode {
  if (children !== undefined) return children;
  if (render) return render(record);
  if (Field) return <Field source={source} />;
  const value: unknown = record[source];
  return typeof value === "string" || typeof value === "number" ? value : null;
}
