import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormLabel from "@mui/material/FormLabel";
import TextField from "@mui/material/TextField";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { CUSTOMER_TYPES, FILTER_FLAGS, NO_GROUP, VISIT_COUNTS, noFilter } from "./model/filter";
import type { CustomerFilter, FilterFlag } from "./model/filter";
import { useTags } from "./notes/use-tags";

export interface SearchProps {
  filter: CustomerFilter;
  groups: readonly Schemas["GroupChoice"][];
  onSearch: (filter: CustomerFilter) => void;
  onClose: () => void;
}

const flagText = {
  is_blacklisted: "customers.condition.blacklisted",
  is_sms_invite: "customers.condition.sms",
  is_email_invite: "customers.condition.email",
  is_overseas_phone_number: "customers.condition.overseas",
  is_domestic_phone_number: "customers.condition.domestic",
  has_allergy: "customers.condition.allergy",
} as const satisfies Record<FilterFlag, string>;

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

/** Searches customers by partial matches and ranges. */
export function PartialSearch({ filter, groups, onSearch, onClose }: SearchProps) {
  const t = useT();
  const tags = useTags();
  const [draft, setDraft] = useState<CustomerFilter>({
    ...filter,
    user_email: "",
    phone_local_number: "",
    phone_country: "",
  });
  const { visit_count_from: least, visit_count_till: most } = draft;
  const isReversed = least !== null && most !== null && most < least;
  const change = (part: Partial<CustomerFilter>) => setDraft({ ...draft, ...part });
  const choices = [...groups.map(({ id, label }) => ({ id, label })), { id: NO_GROUP, label: t("customers.no_group") }];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) onSearch(draft);
      }}
      style={{ display: "contents" }}
    >
      <DialogContent sx={{ display: "grid", gap: 2 }}>
        <TextField
          label={t("customer_search.keywords")}
          helperText={t("customer_search.keywords_help")}
          value={draft.keywords}
          onChange={(event) => change({ keywords: event.target.value })}
        />
        <Ticks
          legend={t("customer_search.groups")}
          items={choices.map(({ id, label }) => ({
            label,
            checked: draft.customer_group_ids.includes(id),
            toggle: () => change({ customer_group_ids: toggled(draft.customer_group_ids, id) }),
          }))}
        />
        <Ticks
          legend={t("customer_search.types")}
          items={CUSTOMER_TYPES.map((type) => ({
            label: t(`customers.types.${type}`),
            checked: draft.customer_types.includes(type),
            toggle: () => change({ customer_types: toggled(draft.customer_types, type) }),
          }))}
        />
        {tags.length > 0 && (
          <Ticks
            legend={t("customer_search.tags")}
            items={tags.map(({ tag, label }) => ({
              label,
              checked: draft.customer_tags.includes(tag),
              toggle: () => change({ customer_tags: toggled(draft.customer_tags, tag) }),
            }))}
          />
        )}
        <Ticks
          legend={t("customer_search.details")}
          items={FILTER_FLAGS.map((flag) => ({
            label: t(flagText[flag]),
            checked: draft[flag],
            toggle: () => change({ [flag]: !draft[flag] }),
          }))}
        />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 2 }}>
          <VisitCount
            label={t("customer_search.visits_from")}
            value={draft.visit_count_from}
            onChange={(visit_count_from) => change({ visit_count_from })}
          />
          <VisitCount
            label={t("customer_search.visits_till")}
            value={draft.visit_count_till}
            problem={isReversed ? t("customer_search.visits_reversed") : undefined}
            onChange={(visit_count_till) => change({ visit_count_till })}
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap", "& .MuiButton-root": { whiteSpace: "nowrap" } }}>
        <Button onClick={() => setDraft(noFilter)}>{t("customers.clear")}</Button>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        <Button type="submit" variant="contained">
          {t("customer_search.submit")}
        </Button>
      </DialogActions>
    </form>
  );
}

interface Tick {
  label: string;
  checked: boolean;
  toggle: () => void;
}

function Ticks({ legend, items }: { legend: string; items: readonly Tick[] }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend">{legend}</FormLabel>
      <FormGroup row>
        {items.map(({ label, checked, toggle }) => (
          <FormControlLabel key={label} control={<Checkbox checked={checked} onChange={toggle} />} label={label} />
        ))}
      </FormGroup>
    </Box>
  );
}

interface VisitCountProps {
  label: string;
  value: number | null;
  problem?: string | undefined;
  onChange: (count: number | null) => void;
}

function VisitCount({ label, value, problem, onChange }: VisitCountProps) {
  const t = useT();
  return (
    <TextField
      select
      label={label}
      value={value === null ? "" : String(value)}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{t("customer_search.any")}</option>
      {VISIT_COUNTS.map((count) => (
        <option key={count} value={count}>
          {t("customers.visits", { count })}
        </option>
      ))}
    </TextField>
  );
}
