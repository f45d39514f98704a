import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useT } from "@/admin/i18n/use-t";
import { usePageData } from "@/admin/navigation";
import { Facts, PaneSkeleton } from "@/console/ui";
import { visuallyHidden } from "@/console/ui/visually-hidden";
import { COLUMNS } from "./cells";
import type { Listed } from "./list-address";
import { useRestaurants } from "./use-restaurants";

/** Columns with short values, which do not wrap next to a long name. */
const WHOLE: readonly string[] = ["id", "visibility", "noindex"];

/** Rows drawn at first, and with each request for more: a list may have thousands. */
const STEP = 50;

/**
 * The restaurants of a query: a skeleton while they load, an error, an empty text, or a table, which is shown as cards
 * on a phone or tablet.
 */
export function RestaurantRows({
  query,
  label,
  isSilent = false,
}: {
  query: string;
  label: string;
  isSilent?: boolean;
}) {
  const t = useT();
  const { data: rows, isError, refetch } = useRestaurants(query);
  const { max_with_je_link } = usePageData<"admin_restaurants">();
  const [wanted, setWanted] = useState({ query, count: STEP });
  const count = wanted.query === query ? wanted.count : STEP;
  if (isError) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void refetch()}>
            {t("console.retry")}
          </Button>
        }
      >
        {t("console.fetch_failed")}
      </Alert>
    );
  }
  if (rows === undefined) return <PaneSkeleton />;
  if (rows.length === 0) {
    return isSilent ? null : (
      <Typography role="status" color="text.secondary" sx={{ py: 4, textAlign: "center" }}>
        {t("restaurants.none")}
      </Typography>
    );
  }
  const left = rows.length - count;
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {rows.length > max_with_je_link && <Alert severity="warning">{t("restaurants.no_je_link")}</Alert>}
      <Typography variant="body2" color="text.secondary" role="status">
        {t("restaurants.count", { count: rows.length })}
      </Typography>
      <Drawn rows={rows.slice(0, count)} label={label} />
      {left > 0 && (
        <Button onClick={() => setWanted({ query, count: count + STEP })}>
          {t("restaurants.more", { count: Math.min(left, STEP) })}
        </Button>
      )}
    </Box>
  );
}

const cards = {
  listStyle: "none",
  p: 0,
  m: 0,
  display: "grid",
  gap: 1.5,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 20rem), 1fr))",
} as const;

function Drawn({ rows, label }: { rows: Listed[]; label: string }) {
  const t = useT();
  const isWide = useMediaQuery("(min-width: 1200px)", { noSsr: true });
  if (!isWide) {
    return (
      <Box component="ul" aria-label={label} sx={cards}>
        {rows.map((row) => (
          <Paper key={row.id} component="li" variant="outlined" sx={{ p: 2 }}>
            <Facts
              facts={COLUMNS.map(({ key, Cell }) => [
                t(`restaurants.column.${key}`),
                // Compensates the space around a button's icon.
                <Box key={key} sx={key === "pin" ? { ml: -1, my: -1 } : { overflowWrap: "anywhere" }}>
                  <Cell row={row} />
                </Box>,
              ])}
            />
          </Paper>
        ))}
      </Box>
    );
  }
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table
        size="small"
        aria-label={label}
        // All thirteen columns fit next to the menu at 1440 pixels.
        sx={{
          "& td": { verticalAlign: "top" },
          "& th": { verticalAlign: "bottom", lineHeight: 1.3 },
          "& th, & td": { px: 0.75, fontSize: "0.8125rem" },
        }}
      >
        <TableHead>
          <TableRow>
            {COLUMNS.map(({ key }) => (
              <TableCell key={key}>
                {/* The specification's blank column: its name is only announced to screen readers (admin §2). */}
                <Box component="span" sx={key === "links" ? visuallyHidden : {}}>
                  {t(`restaurants.column.${key}`)}
                </Box>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              {COLUMNS.map(({ key, Cell }) => (
                <TableCell
                  key={key}
                  sx={key === "name" ? { minWidth: 120 } : { whiteSpace: WHOLE.includes(key) ? "nowrap" : undefined }}
                >
                  <Cell row={row} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
