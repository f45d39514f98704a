import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import { Link, useNavigate, useParams } from "react-router";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { FormConflicts } from "@/admin/conflicts";
import { useT } from "@/admin/i18n/use-t";
import type { Translate } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { AllCheckbox, AppLink, PageTitle, useLeaveGuard } from "@/console/ui";
import { useSave } from "./use-save";

const TITLE_LENGTH = 100;

interface Form {
  title: string;
  operation: Schemas["OperationName"] | "";
  inventory_group_uid: string;
  inventory_item_uids: string[];
}

/** The form of a refill template: its name, its meal and its seats. */
export default function AdminRefillTemplatePage() {
  const t = useT();
  const { slug = "" } = useParams();
  const navigate = useNavigate();
  const { busy, refusal, theirs, isUndecided, save } = useSave();
  const { template, choices } = usePageData<"admin_refill_template">();
  const [first] = useState<Form>({
    title: template?.title ?? "",
    operation: template?.operation ?? choices.operations[0]?.name ?? "",
    inventory_group_uid: template?.inventory_group_uid ?? choices.inventory_groups[0]?.uid ?? "",
    inventory_item_uids: template?.inventory_item_uids ?? [],
  });
  const [form, setForm] = useState(first);
  const shown: Form = { ...first, ...theirs.values };
  const saved = useLeaveGuard(JSON.stringify(form) !== JSON.stringify(first));
  const change = (next: Partial<Form>) => setForm((old) => ({ ...old, ...next }));
  const group = choices.inventory_groups.find(({ uid }) => uid === form.inventory_group_uid);
  const uids = group?.items.map(({ uid }) => uid) ?? [];
  const chosen = form.inventory_item_uids;
  const toggle = (uid: string) =>
    change({ inventory_item_uids: chosen.includes(uid) ? chosen.filter((other) => other !== uid) : [...chosen, uid] });
  const list = "/admin/r/{slug}/online_stock_refillment_templates";
  const submit = async () => {
    const body = { online_stock_refillment_template: form, expected: { ...shown } };
    const isDone = await save(() =>
      template === null
        ? send("POST", list, { path: { slug }, body: { online_stock_refillment_template: form } })
        : send("PATCH", `${list}/{id}`, { path: { slug, id: String(template.id) }, body }),
    );
    if (!isDone) return;
    saved();
    void navigate(paths.refillTemplates(slug));
  };
  return (
    <>
      <PageTitle title={t(template === null ? "refills.new_title" : "refills.edit_title")} />
      <Paper
        variant="outlined"
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        sx={{ p: 2, display: "grid", gap: 2, maxWidth: 720 }}
      >
        <FormConflicts theirs={theirs} fields={conflictFields(shown, choices, change, t)} />
        <TextField
          required
          label={t("refills.name")}
          value={form.title}
          onChange={(event) => change({ title: event.target.value })}
          slotProps={{ htmlInput: { maxLength: TITLE_LENGTH } }}
        />
        <Choice
          label={t("refills.operation")}
          value={form.operation}
          options={choices.operations.map(({ name, label }) => [name, label])}
          onChange={(operation) => change({ operation: operation as Form["operation"] })}
        />
        <Choice
          label={t("refills.seat_group")}
          value={form.inventory_group_uid}
          options={choices.inventory_groups.map(({ uid, title }) => [uid, title])}
          onChange={(inventory_group_uid) => change({ inventory_group_uid, inventory_item_uids: [] })}
        />
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
          <FormLabel component="legend">{t("refills.seats")}</FormLabel>
          {uids.length > 0 && (
            <FormControlLabel
              control={
                <AllCheckbox
                  checked={chosen.length === uids.length}
                  some={chosen.length > 0 && chosen.length < uids.length}
                  onChange={() => change({ inventory_item_uids: chosen.length === uids.length ? [] : uids })}
                />
              }
              label={t("refills.all_seats")}
            />
          )}
          <Box sx={{ display: "flex", flexWrap: "wrap" }}>
            {group?.items.map(({ uid, label }) => (
              <FormControlLabel
                key={uid}
                control={<Checkbox checked={chosen.includes(uid)} onChange={() => toggle(uid)} />}
                label={label}
              />
            ))}
          </Box>
        </Box>
        <Prerequisites slug={slug} choices={choices} hasSeats={uids.length > 0} />
        {refusal.length > 0 && (
          <Alert severity="error" role="alert">
            {refusal.at(-1)}
          </Alert>
        )}
        <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
          <Button component={Link} to={paths.refillTemplates(slug)}>
            {t("console.cancel")}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={isUndecided || form.title.trim() === "" || chosen.length === 0}
          >
            {t("refills.save")}
          </Button>
        </Box>
      </Paper>
    </>
  );
}

/** The fields of the form for its edit conflicts. Seats belong to a group, and are taken with it. */
function conflictFields(
  shown: Form,
  choices: Schemas["RefillChoices"],
  change: (next: Partial<Form>) => void,
  t: Translate,
) {
  const items = choices.inventory_groups.flatMap((group) => group.items);
  const seats = (uids: readonly string[]) => items.filter(({ uid }) => uids.includes(uid)).map(({ label }) => label);
  const takeSeats = () => {
    const { inventory_group_uid, inventory_item_uids } = shown;
    change({ inventory_group_uid, inventory_item_uids });
  };
  return {
    title: {
      label: t("refills.name"),
      text: String,
      take: (saved: unknown) => change({ title: String(saved) }),
    },
    operation: {
      label: t("refills.operation"),
      text: (saved: unknown) => choices.operations.find(({ name }) => name === saved)?.label ?? String(saved),
      take: (saved: unknown) => change({ operation: saved as Form["operation"] }),
    },
    inventory_group_uid: {
      label: t("refills.seat_group"),
      text: (saved: unknown) => choices.inventory_groups.find(({ uid }) => uid === saved)?.title ?? String(saved),
      take: takeSeats,
    },
    inventory_item_uids: {
      label: t("refills.seats"),
      text: (saved: unknown) => seats(saved as string[]).join(t("list.and")),
      take: takeSeats,
    },
  };
}

interface PrerequisitesProps {
  slug: string;
  choices: Schemas["RefillChoices"];
  /** Whether the chosen group has seats. */
  hasSeats: boolean;
}

/** The prerequisites of a template that are missing, with links to create them. */
function Prerequisites({ slug, choices, hasSeats }: PrerequisitesProps) {
  const t = useT();
  const lacks = [
    { is: choices.operations.length === 0, text: "refills.no_operations", kind: "operations" },
    { is: choices.inventory_groups.length === 0, text: "refills.no_groups", kind: "inventory_groups" },
    { is: choices.inventory_groups.length > 0 && !hasSeats, text: "refills.no_seats", kind: "inventory_items" },
  ] as const;
  return lacks
    .filter(({ is }) => is)
    .map(({ text, kind }) => (
      <Alert key={kind} severity="info">
        {t(text)} <AppLink to={paths.masters(slug, kind)}>{t(`masters.kind.${kind}`)}</AppLink>
      </Alert>
    ));
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, label: string][];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
