import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { DAYS, isCount, isRowValid } from "./model";
import type { DraftRow } from "./model";

interface Props {
  /** The row's name for screen readers. */
  name: string;
  row: DraftRow;
  groups: Schemas["OperationSlotsGroup"][];
  onChange: (row: DraftRow) => void;
  onRemove: () => void;
}

const FIVE_MINUTES = 300;

/** An inventory group, a time range, and the number of planned slots on each weekday and on holidays. */
export function SlotRow({ name, row, groups, onChange, onRemove }: Props) {
  const t = useT();
  const isValid = isRowValid(row);
  const time = (label: string, field: "start_time" | "end_time") => (
    <TextField
      type="time"
      size="small"
      label={label}
      value={row[field]}
      onChange={(event) => onChange({ ...row, [field]: event.target.value })}
      slotProps={{ htmlInput: { step: FIVE_MINUTES }, inputLabel: { shrink: true } }}
    />
  );
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: "grid",
        gap: 1,
        gridTemplateColumns: "minmax(0, 1fr) auto",
        alignItems: "start",
        borderTop: 1,
        borderColor: "divider",
        pt: 1.5,
      }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5 }}>
        <TextField
          select
          size="small"
          label={t("operation_slots.group")}
          value={row.inventory_group_id}
          onChange={(event) => onChange({ ...row, inventory_group_id: Number(event.target.value) })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {groups.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </TextField>
        {time(t("operation_slots.start"), "start_time")}
        {time(t("operation_slots.end"), "end_time")}
        <Box
          sx={{
            display: "grid",
            columnGap: 0.5,
            rowGap: 1.5,
            gridTemplateColumns: { xs: "repeat(4, 64px)", sm: "repeat(8, 64px)" },
          }}
        >
          {DAYS.map((day) => (
            <TextField
              key={day}
              size="small"
              label={t(`operation_slots.days.${day}`)}
              value={row.counts[day]}
              error={!isCount(row.counts[day])}
              onChange={(event) => onChange({ ...row, counts: { ...row.counts, [day]: event.target.value.trim() } })}
              slotProps={{ htmlInput: { inputMode: "numeric" }, inputLabel: { shrink: true } }}
            />
          ))}
        </Box>
      </Box>
      <IconButton aria-label={t("operation_slots.remove", { row: name })} onClick={onRemove}>
        <DeleteIcon />
      </IconButton>
      {!isValid && (
        <FormHelperText error sx={{ m: 0, gridColumn: "1 / -1" }}>
          {t("operation_slots.row_invalid")}
        </FormHelperText>
      )}
    </Box>
  );
}
