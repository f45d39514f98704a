import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogContent from "@mui/material/DialogContent";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { send } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import { AllCheckbox, FormModal, useAsk } from "@/console/ui";
import { allCounts, guestsBody, guestsForm, toggleAll, toggleCount } from "./guests-form";
import type { Chosen, GuestsForm, GuestsSelector } from "./guests-form";
import { guestsLines } from "./lines";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { useSave } from "./use-save";

/** Returns a saved selector as a list; empty if the group has none. */
function selectorsIn(saved: unknown): GuestsSelector[] {
  return saved === null ? [] : [saved as GuestsSelector];
}

/** The party sizes that a template offers to all diners, and to groups with separate sizes. */
export function GuestsModal({ slug, template, choices, onClose, onSaved }: ModalProps) {
  const t = useT();
  const ask = useAsk();
  const { busy, refusal, theirs, isUndecided, save } = useSave();
  const selectors = template.guests_count_selectors;
  const [form, setForm] = useState<GuestsForm>(() => guestsForm(selectors, null));
  const most = template.max_guests_count;
  const group = choices.customer_groups.find(({ id }) => id === form.groupId);
  const own = selectors.find(({ customer_group_id }) => customer_group_id === form.groupId);
  const locked = group?.is_archived ?? false;
  const change = (next: Partial<GuestsForm>) => setForm((old) => ({ ...old, ...next }));
  const submit = async () => {
    const expected = { guests_count_selector: own ?? null, ...theirs.values };
    const call = { path: { slug }, body: { ...guestsBody(form, template.id), expected } };
    if (await save(() => send("POST", "/admin/api/r/{slug}/guests_count_selectors", call))) onSaved();
  };
  const remove = async () => {
    if (own === undefined) return;
    const agreed = await ask({
      title: t("refills.ask_group_delete", { group: group?.label ?? "" }),
      agree: t("refills.delete"),
      danger: true,
    });
    if (!agreed) return;
    const call = { path: { slug, id: String(own.id) } };
    if (await save(() => send("DELETE", "/admin/api/r/{slug}/guests_count_selectors/{id}", call))) onSaved();
  };
  return (
    <FormModal title={t("refills.guests_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 1 }}>
        <TextField
          select
          size="small"
          label={t("refills.customer_group")}
          value={form.groupId ?? ""}
          onChange={(event) => {
            theirs.reset();
            setForm(guestsForm(selectors, event.target.value === "" ? null : Number(event.target.value)));
          }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{t("refills.all")}</option>
          {choices.customer_groups.map(({ id, label, is_archived }) => (
            <option key={id} value={id}>
              {is_archived ? t("refills.group_archived", { group: label }) : label}
            </option>
          ))}
        </TextField>
        <FormConflicts
          theirs={theirs}
          fields={{
            guests_count_selector: {
              label: t("refills.guests_title"),
              text: (saved) => guestsLines(selectorsIn(saved), choices, t).join("\n"),
              take: (saved) => setForm(guestsForm(selectorsIn(saved), form.groupId)),
            },
          }}
        />
        {locked && <Alert severity="info">{t("refills.group_locked")}</Alert>}
        {form.groupId !== null && own === undefined && !locked && (
          <Alert severity="info">{t("refills.group_follows")}</Alert>
        )}
        <Counts most={most} chosen={form.chosen} disabled={locked} onChange={(chosen) => change({ chosen })} />
        <Divider />
        <FormControlLabel
          disabled={locked}
          control={
            <Checkbox
              checked={form.alwaysAllowLastSolo}
              onChange={(event) => change({ alwaysAllowLastSolo: event.target.checked })}
            />
          }
          label={t("refills.last_solo")}
        />
      </DialogContent>
      <ModalActions
        refusal={refusal}
        busy={busy}
        disabled={locked || isUndecided || Object.keys(form.chosen).length === 0}
        extra={
          form.groupId !== null &&
          own !== undefined && (
            <Button color="secondary" disabled={busy} onClick={() => void remove()}>
              {t("refills.group_delete")}
            </Button>
          )
        }
        onClose={onClose}
        onSave={() => void submit()}
      />
    </FormModal>
  );
}

interface CountsProps {
  most: number;
  chosen: Chosen;
  disabled: boolean;
  onChange: (chosen: Chosen) => void;
}

/** A checkbox for each party size, and next to a ticked one the maximum number of such parties per slot. */
function Counts({ most, chosen, disabled, onChange }: CountsProps) {
  const t = useT();
  const counts = allCounts(most);
  const ticked = counts.filter((count) => count in chosen);
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: "grid" }}>
      <legend className="visually-hidden">{t("refills.guests_title")}</legend>
      <FormControlLabel
        disabled={disabled}
        control={
          <AllCheckbox
            checked={ticked.length === most}
            some={ticked.length > 0 && ticked.length < most}
            onChange={() => onChange(toggleAll(chosen, most))}
          />
        }
        label={t("refills.all_counts")}
      />
      {counts.map((count) => (
        <Box key={count} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", minHeight: 52 }}>
          <FormControlLabel
            disabled={disabled}
            control={<Checkbox checked={count in chosen} onChange={() => onChange(toggleCount(chosen, count))} />}
            label={t("console.guests", { count })}
            sx={{ minWidth: 110 }}
          />
          {count in chosen && (
            <TextField
              type="number"
              size="small"
              disabled={disabled}
              label={t("refills.max_per_isg")}
              value={chosen[count]}
              onChange={(event) => onChange({ ...chosen, [count]: event.target.value })}
              slotProps={{ htmlInput: { min: 1, "aria-label": t("refills.max_per_isg_of", { count }) } }}
              sx={{ width: 170 }}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}
