import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";

/** Shows a customer's kind and the marks that staff must not miss. */
export function CustomerMarks({ customer }: { customer: Schemas["CustomerCard"] }) {
  const t = useT();
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.25 }}>
      <Chip size="small" variant="outlined" label={t(`customers.types.${customer.type}`)} />
      {customer.is_blacklisted && <Chip size="small" color="error" label={t("customers.blacklisted")} />}
      {customer.has_allergy && <Chip size="small" color="warning" label={t("customers.allergy")} />}
      {customer.tags.map(({ tag, label }) => (
        <Chip key={tag} size="small" variant="outlined" color="error" label={label} />
      ))}
    </Box>
  );
}
