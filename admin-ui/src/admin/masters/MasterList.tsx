import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { HttpError, useDelete, useListContext, useTranslate } from "ra-core";
import type { RaRecord } from "ra-core";
import { TOKYO, dateInZone } from "@seki/shared/civil-time";
import { serverNow } from "@seki/shared/shell";
import { showFlash, useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { PageTitle, useAsk } from "@/console/ui";
import { ListPages, ResourceList, Rows } from "@/console/ui/lists";
import type { Choice } from "./FieldInputs";
import { MasterDialog } from "./MasterDialog";
import type { Field } from "./fields";
import { isOver, kinds, nameOf } from "./kinds";
import type { Kind } from "./kinds";

const IN_ORDER = { field: "position", order: "ASC" } as const;
const PER_PAGE = 100;

interface Props {
  kind: Kind;
  /** Of the data provider: `areas`, or `r/sushi-kagura/courses`. */
  resource: string;
  records: readonly unknown[];
  choices?: Record<string, readonly Choice[]>;
}

/** The records of a kind, with their forms. */
export function MasterList({ kind, resource, records, choices = {} }: Props) {
  const t = useT();
  const [open, setOpen] = useState<string | number | "new" | null>(null);
  const title = t(`masters.kind.${kind}`);
  const first = records as readonly RaRecord[];
  return (
    <>
      <PageTitle
        title={title}
        actions={
          <Button startIcon={<AddIcon />} variant="contained" onClick={() => setOpen("new")}>
            {t("masters.add")}
          </Button>
        }
      />
      <Typography sx={{ mb: 2, maxWidth: 800 }}>{t(`masters.lead.${kind}`)}</Typography>
      <ResourceList
        key={resource}
        resource={resource}
        sort={IN_ORDER}
        perPage={PER_PAGE}
        first={{ data: first, total: first.length }}
      >
        <Records kind={kind} resource={resource} choices={choices} onEdit={setOpen} />
      </ResourceList>
      {open !== null && (
        <MasterDialog
          resource={resource}
          fields={kinds[kind]}
          choices={choices}
          title={`${title}: ${t(open === "new" ? "masters.add" : "masters.edit")}`}
          id={open === "new" ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface RecordsProps extends Required<Pick<Props, "kind" | "resource" | "choices">> {
  onEdit: (id: string | number) => void;
}

function Records({ kind, resource, choices, onEdit }: RecordsProps) {
  const t = useT();
  const { data = [] } = useListContext<RaRecord>();
  const remove = useRemove(resource);
  return (
    <>
      <Rows empty={t("console.empty")}>
        <Box
          component="ul"
          aria-label={t(`masters.kind.${kind}`)}
          sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1, maxWidth: 900 }}
        >
          {data.map((record) => (
            <RecordItem
              key={record.id}
              kind={kind}
              record={record}
              choices={choices}
              onEdit={() => onEdit(record.id)}
              onRemove={(name) => void remove(record, name)}
            />
          ))}
        </Box>
      </Rows>
      <ListPages label={t("masters.pages")} />
    </>
  );
}

function say(kind: "notice" | "alert", message: string): void {
  showFlash({ kind, message, sticky: false });
}

/** Removes a record after a question; the server says why one cannot be. */
function useRemove(resource: string) {
  const t = useT();
  const ask = useAsk();
  const { refetch } = useListContext();
  const [destroy] = useDelete();
  return async (record: RaRecord, name: string) => {
    if (!(await ask({ title: t("masters.remove_ask", { name }), agree: t("masters.remove"), danger: true }))) return;
    await destroy(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: "pessimistic",
        onSuccess: () => say("notice", t("masters.removed")),
        onError: (error) =>
          say("alert", error instanceof HttpError ? error.message : t("console.something_went_wrong")),
      },
    );
    void refetch();
  };
}

interface ItemProps {
  kind: Kind;
  record: RaRecord;
  choices: Record<string, readonly Choice[]>;
  onEdit: () => void;
  onRemove: (name: string) => void;
}

const HIDDEN = /_(ja|en)$|^(label|nickname|position|is_active|is_archived)$/;

function RecordItem({ kind, record, choices, onEdit, onRemove }: ItemProps) {
  const t = useT();
  const { locale } = useShell();
  const told = useTold(choices);
  const name =
    kind === "operations"
      ? told({ name: "name", kind: "choice", values: [] }, record.name)
      : nameOf(record, locale === "en");
  const fields: readonly Field[] = kinds[kind];
  const facts = fields.filter((field) => !HIDDEN.test(field.name) && !(kind === "operations" && field.name === "name"));
  const isOut = record.is_active === false || record.is_archived === true;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {kind === "calendar_tags" && (
            <Box
              component="span"
              sx={{
                display: "inline-block",
                width: 12,
                height: 12,
                borderRadius: "50%",
                mr: 1,
                bgcolor: record.color as string,
              }}
            />
          )}
          {name}
          {isOut && <Chip size="small" label={t("masters.out_of_use")} sx={{ ml: 1 }} />}
          {isOver(record, dateInZone(serverNow(), TOKYO)) && (
            <Chip size="small" label={t("masters.over")} sx={{ ml: 1 }} />
          )}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {facts
            .map((field) => [t(`field.${field.name as "price"}`), told(field, record[field.name])] as const)
            .filter(([, value]) => value !== "")
            .map(([label, value]) => `${label} ${value}`)
            .join(" · ")}
        </Typography>
      </Box>
      <Box sx={{ display: "flex", gap: 1, ml: "auto" }}>
        <Button onClick={onEdit} aria-label={t("masters.edit_one", { name })}>
          {t("masters.edit")}
        </Button>
        <Button color="secondary" onClick={() => onRemove(name)} aria-label={t("masters.remove_one", { name })}>
          {t("masters.remove")}
        </Button>
      </Box>
    </Paper>
  );
}

/** A field's value in words. */
function useTold(choices: Record<string, readonly Choice[]>) {
  const t = useTranslate();
  return (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === "" || Array.isArray(value)) return "";
    if (typeof value === "boolean") return value ? t("restaurants.yes") : "";
    if (typeof value !== "string" && typeof value !== "number") return "";
    if (field.kind !== "choice") return typeof value === "number" ? value.toLocaleString("ja-JP") : value;
    const offered = choices[field.name]?.find((choice) => choice.id === value)?.label;
    return offered ?? t(`value.${field.name}.${value}`);
  };
}
