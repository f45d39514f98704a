import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { plainDate } from "@/console/i18n/page-language";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { paths } from "@/owner/navigation";
import { AllCheckbox, AppLink, firstLines } from "@/console/ui";
import { CustomerMarks } from "./CustomerMarks";

type Customer = Schemas["CustomerCard"];

interface Props {
  customers: readonly Customer[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

/** Lists the customers of a page: as a table, on a phone as cards. */
export function CustomerList(props: Props) {
  const wide = useMediaQuery("(min-width: 800px)", { noSsr: true });
  return wide ? <CustomerTable {...props} /> : <CustomerCards {...props} />;
}

function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function day(iso: string | null): string {
  return iso === null ? "" : plainDate(iso);
}

/** Selects or deselects all customers of the page. */
function useAll({ customers, selected, onSelect }: Props) {
  const all = customers.every(({ id }) => selected.has(id));
  const choose = () => onSelect(new Set(all ? [] : customers.map(({ id }) => id)));
  return { checked: all, some: !all && selected.size > 0, onChange: choose };
}

function CustomerTable(props: Props) {
  const { customers, selected, onSelect } = props;
  const t = useT();
  const all = useAll(props);
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" aria-label={t("customers.title")}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <AllCheckbox {...all} label={t("customers.select_all")} />
            </TableCell>
            <TableCell>{t("customers.columns.name")}</TableCell>
            <TableCell>{t("customers.columns.group")}</TableCell>
            <TableCell>{t("customers.columns.phone")}</TableCell>
            <TableCell>{t("customers.columns.email")}</TableCell>
            <TableCell align="right">{t("customers.columns.visits")}</TableCell>
            <TableCell>{t("customers.columns.last_visit")}</TableCell>
            <TableCell>{t("customers.columns.memo")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {customers.map((customer) => (
            <TableRow key={customer.id} hover selected={selected.has(customer.id)}>
              <TableCell padding="checkbox">
                <Selector customer={customer} selected={selected} onSelect={onSelect} />
              </TableCell>
              <TableCell sx={{ minWidth: 140, overflowWrap: "anywhere" }}>
                <AppLink to={paths.customer(customer.uid)}>{customer.display_fullname}</AppLink>
                <CustomerMarks customer={customer} />
              </TableCell>
              <TableCell sx={{ minWidth: 70, overflowWrap: "anywhere" }}>{customer.label || "—"}</TableCell>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{withHyphens(customer.display_phone_number)}</TableCell>
              <TableCell sx={{ overflowWrap: "anywhere" }}>{customer.email ?? customer.invitation_email}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
                {t("customers.visits", { count: customer.visit_count })}
              </TableCell>
              <TableCell sx={{ whiteSpace: "nowrap" }}>{day(customer.last_visited_at)}</TableCell>
              <TableCell sx={{ maxWidth: 220 }}>
                <Typography variant="body2" noWrap title={customer.internal_memo}>
                  {customer.internal_memo}
                </Typography>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function CustomerCards(props: Props) {
  const { customers, selected, onSelect } = props;
  const t = useT();
  const all = useAll(props);
  return (
    <>
      <FormControlLabel control={<AllCheckbox {...all} />} label={t("customers.select_all")} sx={{ ml: 0.75 }} />
      <Box
        component="ul"
        aria-label={t("customers.title")}
        // A column as wide as the page, whatever the width of its texts.
        sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1 }}
      >
        {customers.map((customer) => (
          <Paper key={customer.id} component="li" variant="outlined" sx={{ display: "flex", p: 1, gap: 0.5 }}>
            <Box>
              <Selector customer={customer} selected={selected} onSelect={onSelect} />
            </Box>
            <Box sx={{ minWidth: 0, flex: 1, overflowWrap: "anywhere" }}>
              <AppLink to={paths.customer(customer.uid)} sx={{ display: "inline-block", py: 1, fontWeight: 600 }}>
                {customer.display_fullname}
              </AppLink>
              <CustomerMarks customer={customer} />
              <Typography variant="body2">
                {[
                  customer.label,
                  withHyphens(customer.display_phone_number),
                  t("calendar.visits", { count: customer.visit_count }),
                ]
                  .filter((text) => text !== "")
                  .join(" / ")}
              </Typography>
              {customer.last_visited_at !== null && (
                <Typography variant="body2">
                  {t("customers.columns.last_visit")}: {day(customer.last_visited_at)}
                </Typography>
              )}
              {customer.internal_memo !== "" && (
                <Typography variant="body2" color="text.secondary" sx={firstLines(2)}>
                  {customer.internal_memo}
                </Typography>
              )}
            </Box>
          </Paper>
        ))}
      </Box>
    </>
  );
}

function Selector({ customer, selected, onSelect }: { customer: Customer } & Omit<Props, "customers">) {
  const t = useT();
  return (
    <Checkbox
      checked={selected.has(customer.id)}
      onChange={() => onSelect(toggled(selected, customer.id))}
      slotProps={{ input: { "aria-label": t("customers.select_one", { name: customer.display_fullname }) } }}
    />
  );
}
