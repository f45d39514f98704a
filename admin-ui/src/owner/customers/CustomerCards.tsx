import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import { plainDate } from "@/console/i18n/page-language";
import { AllCheckbox, AppLink, firstLines } from "@/console/ui";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { withHyphens } from "@seki/shared/phone";
import { CustomerMarks } from "./CustomerMarks";

type Customer = Schemas["CustomerCard"];

interface Props {
  customers: readonly Customer[];
  maySelect: boolean;
}

/** The customers on a phone or tablet. */
export function CustomerCards({ customers, maySelect }: Props) {
  const t = useT();
  return (
    <>
      {maySelect && <SelectAll customers={customers} />}
      <Box component="ul" aria-label={t("customers.title")} sx={cards}>
        {customers.map((customer) => (
          <Paper key={customer.id} component="li" variant="outlined" sx={{ display: "flex", p: 1, gap: 0.5 }}>
            {maySelect && <Selector customer={customer} />}
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
                  {t("resources.customers.fields.last_visited_at")}: {plainDate(customer.last_visited_at)}
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

/** Selects or releases all customers of the page. */
function SelectAll({ customers }: { customers: readonly Customer[] }) {
  const t = useT();
  const { selectedIds, onSelect } = useListContext();
  const ids = customers.map(({ id }) => id);
  const isAll = ids.every((id) => selectedIds.includes(id));
  const others = selectedIds.filter((id) => !ids.includes(Number(id)));
  const checkbox = (
    <AllCheckbox
      checked={isAll}
      some={!isAll && ids.some((id) => selectedIds.includes(id))}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  );
  return <FormControlLabel control={checkbox} label={t("customers.select_all")} sx={{ ml: 0.75 }} />;
}

function Selector({ customer }: { customer: Customer }) {
  const t = useT();
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Box>
      <Checkbox
        checked={selectedIds.includes(customer.id)}
        onChange={() => onToggleItem(customer.id)}
        slotProps={{ input: { "aria-label": t("customers.select_one", { name: customer.display_fullname }) } }}
      />
    </Box>
  );
}

const cards = {
  listStyle: "none",
  p: 0,
  m: 0,
  display: "grid",
  // A card as wide as the page, whatever the width of its texts.
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 22rem), 1fr))",
  gap: 1,
} as const;
