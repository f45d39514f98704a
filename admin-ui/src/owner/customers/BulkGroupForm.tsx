import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { refusalOf } from "@/console/app/data-provider";
import { useT } from "@/owner/i18n/use-t";
import { NO_GROUP, fieldsOf } from "./model/filter";
import type { CustomerFilter } from "./model/filter";

interface Props {
  filter: CustomerFilter;
  groups: readonly Schemas["GroupChoice"][];
  selected: ReadonlySet<number>;
  total: number;
  onDone: () => void;
}

/** Puts the chosen customers, or all that were found, into a group, after the browser has asked. */
export function BulkGroupForm({ filter, groups, selected, total, onDone }: Props) {
  const t = useT();
  const [group, setGroup] = useState("");
  const [whole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const count = whole ? total : selected.size;
  const choices = [{ id: NO_GROUP, label: t("customers.no_group") }, ...groups];

  const apply = async () => {
    const label = choices.find(({ id }) => String(id) === group)?.label ?? "";
    if (!window.confirm(t("customers.bulk.ask", { count, group: label }))) return;
    setBusy(true);
    try {
      await send("PUT", "/owners/customers/bulk_update_customer_groups", {
        body: {
          ...fieldsOf(filter),
          customer_group_id: Number(group),
          is_checked_whole_customers: whole,
          customer_ids: whole ? [] : [...selected],
        },
      });
      setWhole(false);
      onDone();
    } catch (error) {
      const { message } = refusalOf(error, t("console.network_error"));
      showFlash({ kind: "alert", message, sticky: false });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t("customers.bulk.title")}
      sx={{ p: 2, mb: 2, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}
    >
      <Typography component="h2" variant="h4">
        {t("customers.bulk.title")}
      </Typography>
      <TextField
        select
        size="small"
        label={t("customers.bulk.group")}
        value={group}
        onChange={(event) => setGroup(event.target.value)}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ minWidth: 180 }}
      >
        <option value="">{t("customers.bulk.choose")}</option>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </TextField>
      <FormControlLabel
        control={<Checkbox checked={whole} onChange={(event) => setWhole(event.target.checked)} />}
        label={t("customers.bulk.whole", { count: total.toLocaleString("ja-JP") })}
      />
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", ml: "auto" }}>
        <Typography color="text.secondary" role="status">
          {t("customers.bulk.selected", { count })}
        </Typography>
        <Button variant="outlined" loading={busy} disabled={group === "" || count === 0} onClick={() => void apply()}>
          {t("customers.bulk.apply")}
        </Button>
      </Box>
    </Paper>
  );
}
