import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { plainDate } from "@/console/i18n/page-language";
import { CardSelector, SelectAllCards } from "@/console/lists/CardSelection";
import { AppLink, firstLines } from "@/console/ui";
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
      {maySelect && <SelectAllCards label={t("customers.select_all")} />}
      <Box component="ul" aria-label={t("customers.title")} sx={cards}>
        {customers.map((customer) => (
          <Paper key={customer.id} component="li" variant="outlined" sx={{ display: "flex", p: 1, gap: 0.5 }}>
            {maySelect && (
              <CardSelector id={customer.id} label={t("customers.select_one", { name: customer.display_fullname })} />
            )}
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

const cards = {
  listStyle: "none",
  p: 0,
  m: 0,
  display: "grid",
  // A card as wide as the page, whatever the width of its texts.
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 22rem), 1fr))",
  gap: 1,
} as const;
