import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { ApiError, send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { focusOnMount, useWrite, errorText } from "@/console/ui";
import { NO_GROUP, fieldsOf } from "./model/filter";
import type { CustomerFilter } from "./model/filter";

interface Props {
  filter: CustomerFilter;
  groups: readonly Schemas["GroupChoice"][];
  selected: ReadonlySet<number>;
  total: number;
  onDone: () => void;
}

/**
 * Puts the chosen customers, or all that were found, into a group, after a confirmation. The form is shown after a
 * customer was chosen or the button was pressed: the list comes first.
 */
export function BulkGroupForm(props: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // The form replaces the pressed button: the focus moves to its first field.
  if (isOpen || props.selected.size > 0) return <GroupForm {...props} takesFocus={isOpen} />;
  return <Button onClick={() => setOpen(true)}>{t("customers.bulk.title")}</Button>;
}

function GroupForm({ filter, groups, selected, total, onDone, takesFocus }: Props & { takesFocus: boolean }) {
  const t = useT();
  const [group, setGroup] = useState("");
  const [whole, setWhole] = useState(false);
  const { busy, fields, write, reset } = useWrite({
    handles: (error) => {
      const { customer_group_id: own, ...others } = error instanceof ApiError ? (error.problem.fields ?? {}) : {};
      // The chosen customers have no field here: their error is shown as a notice.
      const said =
        own === undefined && Object.keys(others).length === 0 ? [errorText(error, t)] : Object.values(others);
      if (said.length > 0) showFlash({ kind: "alert", message: said.join(" "), sticky: false });
      return false;
    },
  });
  const refused = fields.customer_group_id;
  const count = whole ? total : selected.size;
  const choices = [{ id: NO_GROUP, label: t("customers.no_group") }, ...groups];

  const apply = async () => {
    const label = choices.find(({ id }) => String(id) === group)?.label ?? "";
    if (!window.confirm(t("customers.bulk.ask", { count, group: label }))) return;
    await write(async () => {
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
    });
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
        inputRef={takesFocus ? focusOnMount : undefined}
        label={t("customers.bulk.group")}
        value={group}
        error={refused !== undefined}
        helperText={refused}
        onChange={(event) => {
          setGroup(event.target.value);
          reset();
        }}
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
        label={t("customers.bulk.whole", { count: total })}
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
