import { useId, useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { rowFor } from "./model";
import type { DraftTable } from "./model";
import { SlotRow } from "./SlotRow";

interface Props {
  operation: Schemas["OperationSpan"];
  groups: Schemas["OperationSlotsGroup"][];
  /** Undefined if the meal has no planned slots. */
  table: DraftTable | undefined;
  isStored: boolean;
  disabled: boolean;
  onChange: (table: DraftTable) => void;
  onReset: () => void;
}

const FRESH: DraftTable = { cos_type: "manual", is_spot_detection_by_starts_at: false, rows: [] };

/** The planned slots of one meal: its header and its rows (admin §2, gaps G107). */
export function OperationTable({ operation, groups, table, isStored, disabled, onChange, onReset }: Props) {
  const t = useT();
  const id = useId();
  const [added, setAdded] = useState(0);
  const [first] = groups;
  const newRow = (group: Schemas["OperationSlotsGroup"], nth: number) => rowFor(`new ${added + nth}`, group, operation);
  const add = () => {
    if (!first) return;
    const { rows, ...rest } = table ?? FRESH;
    setAdded(added + 1);
    onChange({ ...rest, rows: [...rows, newRow(first, 0)] });
  };
  const toRows = () => {
    setAdded(added + groups.length);
    onChange({ ...FRESH, rows: groups.map(newRow) });
  };
  const isLegacy = table?.cos_type === "v1";
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, display: "grid", gap: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "space-between", alignItems: "center" }}>
        <Typography variant="h2" id={id}>
          {operation.label} {operation.start}–{operation.end}
        </Typography>
        <Button
          size="small"
          color="secondary"
          disabled={!isStored || disabled}
          aria-label={t("operation_slots.reset_of", { operation: operation.label })}
          onClick={onReset}
        >
          {t("operation_slots.reset")}
        </Button>
      </Box>
      {table === undefined && <Typography color="text.secondary">{t("operation_slots.none")}</Typography>}
      {isLegacy && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" disabled={disabled} onClick={toRows}>
              {t("operation_slots.to_rows")}
            </Button>
          }
        >
          {t("operation_slots.type.v1")}: {t("operation_slots.v1_hint")}
        </Alert>
      )}
      {table && !isLegacy && <TableHeader table={table} onChange={onChange} />}
      {table && !isLegacy && (
        <Box sx={{ display: "grid", gap: 1.5 }}>
          {table.rows.map((row, index) => (
            <SlotRow
              key={row.key}
              name={t("operation_slots.row", { operation: operation.label, nth: index + 1 })}
              row={row}
              groups={groups}
              onChange={(next) => onChange({ ...table, rows: table.rows.with(index, next) })}
              onRemove={() => onChange({ ...table, rows: table.rows.toSpliced(index, 1) })}
            />
          ))}
        </Box>
      )}
      {!isLegacy && (
        <Button startIcon={<AddIcon />} disabled={!first || disabled} sx={{ justifySelf: "start" }} onClick={add}>
          {t("operation_slots.add")}
        </Button>
      )}
    </Paper>
  );
}

function TableHeader({ table, onChange }: { table: DraftTable; onChange: (table: DraftTable) => void }) {
  const t = useT();
  const types = ["manual", "header_none"] as const;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 3, rowGap: 1, alignItems: "start" }}>
      <TextField
        select
        size="small"
        label={t("operation_slots.type_label")}
        value={table.cos_type}
        onChange={(event) => {
          const cos_type = types.find((type) => type === event.target.value);
          if (cos_type) onChange({ ...table, cos_type, is_spot_detection_by_starts_at: false });
        }}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {t(`operation_slots.type.${type}`)}
          </option>
        ))}
      </TextField>
      {table.cos_type === "manual" && (
        <div>
          <FormControlLabel
            control={
              <Checkbox
                checked={table.is_spot_detection_by_starts_at}
                onChange={(_, on) => onChange({ ...table, is_spot_detection_by_starts_at: on })}
              />
            }
            label={t("operation_slots.by_starts_at")}
          />
          <FormHelperText sx={{ m: 0 }}>{t("operation_slots.by_starts_at_hint")}</FormHelperText>
        </div>
      )}
    </Box>
  );
}
