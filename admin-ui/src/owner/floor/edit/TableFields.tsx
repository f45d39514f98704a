import AddIcon from "@mui/icons-material/Add";
import RemoveIcon from "@mui/icons-material/Remove";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useT } from "@/owner/i18n/use-t";
import type { TableChange } from "../model/draft";
import { turned } from "../model/draft";
import type { Table, TableShape } from "../model/plan";

interface Props {
  table: Table | null;
  onChange: (table: Table, to: TableChange) => void;
  onRemove: (table: Table) => void;
}

const NUMBERS = ["x", "y", "width", "height"] as const;

/** Shows the chosen table's position and size. Its height is constant: the sheet below must not move under a finger. */
export function TableFields({ table, onChange, onRemove }: Props) {
  const t = useT();
  return (
    <Box
      role="group"
      aria-label={table?.row.seat.label}
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, alignItems: "center", minHeight: 48, mb: 1 }}
    >
      {table === null ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          {t("floor_plan.choose")}
        </Box>
      ) : (
        <>
          <strong>{table.row.seat.label}</strong>
          {NUMBERS.map((name) => (
            <Stepper
              key={name}
              name={t(`floor_plan.${name}`)}
              value={table[name]}
              onStep={(by) => onChange(table, { [name]: table[name] + by })}
            />
          ))}
          <ToggleButtonGroup
            size="small"
            exclusive
            value={table.shape}
            onChange={(_, shape: TableShape | null) => shape && onChange(table, { shape })}
            aria-label={t("floor_plan.shape")}
            sx={{ "& .MuiToggleButton-root": { color: "text.primary", minHeight: 44 } }}
          >
            <ToggleButton value="rectangle">{t("floor_plan.rectangle")}</ToggleButton>
            <ToggleButton value="round">{t("floor_plan.round")}</ToggleButton>
          </ToggleButtonGroup>
          <Button size="small" onClick={() => onChange(table, turned(table))} sx={{ minHeight: 44 }}>
            {t("floor_plan.turn")}
          </Button>
          <Button size="small" color="secondary" onClick={() => onRemove(table)} sx={{ minHeight: 44 }}>
            {t("floor_plan.remove")}
          </Button>
        </>
      )}
    </Box>
  );
}

function Stepper({ name, value, onStep }: { name: string; value: number; onStep: (by: number) => void }) {
  const t = useT();
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: "flex", alignItems: "center", fontVariantNumeric: "tabular-nums" }}
    >
      <span>{name}</span>
      <IconButton aria-label={t("floor_plan.less", { name })} onClick={() => onStep(-1)} sx={{ width: 44, height: 44 }}>
        <RemoveIcon fontSize="small" />
      </IconButton>
      <Box component="span" sx={{ minWidth: 20, textAlign: "center", fontWeight: 600 }}>
        {value}
      </Box>
      <IconButton aria-label={t("floor_plan.more", { name })} onClick={() => onStep(1)} sx={{ width: 44, height: 44 }}>
        <AddIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
