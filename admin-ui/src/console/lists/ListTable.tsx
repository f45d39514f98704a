import { useEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import type { SxProps, Theme } from "@mui/material/styles";
import { useListContext, useResourceContext, useStore } from "ra-core";
import type { RaRecord } from "ra-core";
import { BulkActionsToolbar, DataTable } from "react-admin";
import type { DataTableColumnProps } from "react-admin";
import { PaneSkeleton } from "@/console/ui";
import { palette } from "@/console/ui/theme";
import { CardSelector, SelectAllCards } from "./CardSelection";
import { ColumnsButton } from "./ColumnsButton";
import { NoRows } from "./ConsoleList";
import { RecordFacts, columnsOf } from "./RecordFacts";
import { SortedHead } from "./SortedHead";
import { useIsNarrow } from "./use-is-narrow";

interface Props {
  /** The name of the table or list for screen readers. */
  label: string;
  /** Text of a list without rows. */
  empty: string;
  /** Buttons for the selected rows; without them rows cannot be selected. */
  bulkActions?: ReactNode;
  /** Whether rows stay selected on another page, because the caller changes them by their ids. */
  keepsSelection?: boolean;
  /** Columns that are hidden until they are chosen. */
  hiddenColumns?: string[];
  sx?: SxProps<Theme>;
  /** For a further table of the same resource: it shows the columns that are chosen for the first. */
  isFurther?: boolean;
  /** Columns: `<DataTable.Col>`, each with a `source`. */
  children: ReactNode;
}

/** The rows of a list: react-admin's table, or cards with the same columns if there is no space for it. */
export function ListTable(props: Props) {
  const { hiddenColumns = NONE, isFurther = false, children } = props;
  const resource = useResourceContext();
  // The key of react-admin's table.
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenColumns);
  const columns = columnsOf(children).map((column) => column.props);
  const areAllHidden = columns.length > 0 && columns.every(({ source = "" }) => hidden.includes(source));
  useEffect(() => {
    // An earlier version stored such choices, which leave the page empty.
    if (areAllHidden) setHidden(hiddenColumns);
  }, [areAllHidden, hiddenColumns, setHidden]);
  return (
    <>
      {!isFurther && (
        <ColumnsButton
          columns={columns}
          hidden={hidden}
          onChange={setHidden}
          onReset={() => setHidden(hiddenColumns)}
        />
      )}
      <Rows {...props} hidden={hidden} />
    </>
  );
}

function Rows({
  label,
  empty,
  bulkActions,
  keepsSelection = false,
  hiddenColumns = NONE,
  hidden,
  isFurther = false,
  sx = {},
  children,
}: Props & { hidden: readonly string[] }) {
  const isNarrow = useIsNarrow();
  const table = useNamedCheckboxes();
  useShownSelection(bulkActions !== undefined && !keepsSelection);
  const { isPending, isPlaceholderData, data = [] } = useListContext();
  const resource = useResourceContext();
  const shown = columnsOf(children).filter(({ props: { source = "" } }) => !hidden.includes(source));
  if (isPending) return <PaneSkeleton />;
  if (data.length === 0) return <NoRows>{empty}</NoRows>;
  return (
    <Box aria-busy={isPlaceholderData || undefined} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      {bulkActions !== undefined && (
        <Box sx={bulkBar}>
          <BulkActionsToolbar selectAllButton={false}>{bulkActions}</BulkActionsToolbar>
        </Box>
      )}
      {isNarrow ? (
        <Cards label={label} columns={shown.map(({ props }) => props)} maySelect={bulkActions !== undefined} />
      ) : (
        // Long words make it scroll sideways, also with keys.
        <Paper variant="outlined" tabIndex={0} sx={{ overflowX: "auto" }}>
          <Box sx={sx}>
            <DataTable
              ref={table}
              aria-label={label}
              head={SortedHead}
              rowClick={false}
              bulkActionButtons={bulkActions === undefined ? false : <>{bulkActions}</>}
              // It is above the table, which would cut it off.
              bulkActionsToolbar={<></>}
              hiddenColumns={hiddenColumns}
              storeKey={isFurther ? `${resource}.further.datatable` : undefined}
              sx={{ "& th.RaDataTable-headerCell": HEAD }}
            >
              {isFurther ? shown : children}
            </DataTable>
          </Box>
        </Paper>
      )}
    </Box>
  );
}

const NONE: string[] = [];

/**
 * Unselects rows that have left the list, as after a change of page or filter: the buttons for selected rows change the
 * shown ones, and their number must be the selection's.
 */
function useShownSelection(isLimited: boolean): void {
  const { data, selectedIds, onSelect } = useListContext();
  useEffect(() => {
    if (!isLimited || data === undefined) return;
    const shown = new Set(data.map(({ id }: RaRecord) => id));
    const kept = selectedIds.filter((id) => shown.has(id));
    if (kept.length < selectedIds.length) onSelect(kept);
  }, [isLimited, data, selectedIds, onSelect]);
}

/** Names the checkboxes of rows: react-admin's label is on the element around the input, which has no role. */
function useNamedCheckboxes(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const inputs = table.current?.querySelectorAll("[aria-label] > input[type=checkbox]:not([aria-label])") ?? [];
    for (const input of inputs) input.setAttribute("aria-label", input.parentElement?.getAttribute("aria-label") ?? "");
  });
  return table;
}

/** The buttons for selected rows, in the flow of the page. */
const bulkBar = {
  "& .RaBulkActionsToolbar-toolbar": { position: "static", transform: "none", mb: 1, borderRadius: 1 },
  "& .RaBulkActionsToolbar-collapsed": { display: "none" },
} as const;

/** As the heads of all other tables. */
const HEAD = { position: "static", bgcolor: palette.washiDeep } as const;

interface CardsProps {
  label: string;
  columns: readonly DataTableColumnProps[];
  /** Whether there are buttons for the selected cards. */
  maySelect: boolean;
}

function Cards({ label, columns, maySelect }: CardsProps) {
  const { data = [] } = useListContext();
  return (
    <>
      {maySelect && <SelectAllCards />}
      <Box component="ul" aria-label={label} sx={cards}>
        {data.map((record: RaRecord) => (
          <Paper key={record.id} component="li" variant="outlined" sx={maySelect ? selectableCard : card}>
            {maySelect && <CardSelector id={record.id} />}
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <RecordFacts record={record} columns={columns} />
            </Box>
          </Paper>
        ))}
      </Box>
    </>
  );
}

const card = {
  p: 2,
  minWidth: 0,
  // Compensates the space around a button's icon.
  "& dd > .MuiIconButton-root": { ml: -1, my: -1 },
} as const;

const selectableCard = { ...card, display: "flex", gap: 0.5, pl: 0.5 } as const;

const cards = {
  listStyle: "none",
  p: 0,
  m: 0,
  display: "grid",
  gap: 1.5,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
} as const;
