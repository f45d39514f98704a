import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useListContext, useTranslate } from "ra-core";
import type { Identifier, RaRecord } from "ra-core";
import { AllCheckbox } from "@/console/ui";

/** Selects or unselects all cards of the page. react-admin has these checkboxes only in tables. */
export function SelectAllCards({ label }: { label?: string }) {
  const translate = useTranslate();
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }: RaRecord) => id);
  const isAll = ids.every((id) => selectedIds.includes(id));
  const others = selectedIds.filter((id) => !ids.includes(id));
  const checkbox = (
    <AllCheckbox
      checked={isAll}
      some={!isAll && ids.some((id) => selectedIds.includes(id))}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  );
  return <FormControlLabel control={checkbox} label={label ?? translate("ra.action.select_all")} sx={{ ml: 0.75 }} />;
}

interface Props {
  /** Id of the card's record. */
  id: Identifier;
  /** Name for screen readers; the one of a table's row by default. */
  label?: string;
}

/** Selects or unselects a card. */
export function CardSelector({ id, label }: Props) {
  const translate = useTranslate();
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Box>
      <Checkbox
        checked={selectedIds.includes(id)}
        onChange={() => onToggleItem(id)}
        slotProps={{ input: { "aria-label": label ?? translate("ra.action.select_row") } }}
      />
    </Box>
  );
}
