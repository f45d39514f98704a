import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { NO_GROUP } from "./model/filter";

interface Props {
  label: string;
  groups: readonly Schemas["GroupChoice"][];
  value: number | null;
  onChange: (group: number | null) => void;
}

/** Chooses one of the restaurant's customer groups, or none. */
export function GroupSelect({ label, groups, value, onChange }: Props) {
  const t = useT();
  const known = value === null || groups.some(({ id }) => id === value);
  return (
    <TextField
      select
      label={label}
      value={known ? (value ?? NO_GROUP) : NO_GROUP}
      onChange={(event) => {
        const id = Number(event.target.value);
        onChange(id === NO_GROUP ? null : id);
      }}
      sx={{ minWidth: 160, maxWidth: "100%" }}
    >
      <MenuItem value={NO_GROUP}>{t("customers.no_group")}</MenuItem>
      {groups.map((group) => (
        <MenuItem key={group.id} value={group.id}>
          {group.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
