import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { HttpError, useDelete, useListContext, useTranslate } from "ra-core";
import type { RaRecord } from "ra-core";
import { TextInput } from "react-admin";
import { TOKYO, dateInZone, formatShortDate } from "@seki/shared/civil-time";
import { serverNow } from "@seki/shared/shell";
import { showFlash, useShell } from "@/admin/api";
import { grouped, yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { AdminListActions } from "@/admin/lists/AdminListActions";
import { ConsoleList } from "@/console/lists";
import { NoRows } from "@/console/lists/ConsoleList";
import { PageTitle, PaneSkeleton, errorText, lazyPart, useAsk } from "@/console/ui";
import type { Choice, Field } from "./fields";
import { isOver, kinds, nameOf } from "./kinds";
import type { Kind } from "./kinds";

const MasterDialog = lazyPart(async () => (await import("./MasterDialog")).MasterDialog);

const IN_ORDER = { field: "position", order: "ASC" } as const;
const PER_PAGE = 100;
const SORT_FIELDS: string[] = [];

interface Props {
  kind: Kind;
  /** Resource of the data provider: `areas`, or `r/sushi-kagura/courses`. */
  resource: string;
  records: readonly unknown[];
  choices?: Record<string, readonly Choice[]>;
}

/** The records of a kind, with their forms. */
export function MasterList({ kind, resource, records, choices = {} }: Props) {
  const t = useT();
  const [open, setOpen] = useState<Opened | null>(null);
  const title = t(`masters.kind.${kind}`);
  const first = records as readonly RaRecord[];
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageTitle
        title={title}
        actions={
          <Button
            startIcon={<AddIcon />}
            variant="contained"
            onClick={() => setOpen({ id: null, title: t(`masters.new.${kind}`) })}
          >
            {t("masters.add")}
          </Button>
        }
      />
      <Typography sx={{ mb: 2 }}>{t(`masters.lead.${kind}`)}</Typography>
      <ConsoleList
        key={resource}
        resource={resource}
        sort={IN_ORDER}
        perPage={PER_PAGE}
        first={{ data: first, total: first.length }}
        filters={[<TextInput key="q" source="q" type="search" label={t("masters.search")} alwaysOn />]}
        actions={<AdminListActions sortFields={SORT_FIELDS} />}
      >
        <Records kind={kind} resource={resource} choices={choices} onEdit={setOpen} />
      </ConsoleList>
      {open !== null && (
        <MasterDialog
          resource={resource}
          fields={kinds[kind]}
          choices={choices}
          title={open.title}
          id={open.id}
          onClose={() => setOpen(null)}
        />
      )}
    </Box>
  );
}

/** A new record, or an edited one. */
interface Opened {
  id: string | number | null;
  title: string;
}

interface RecordsProps extends Required<Pick<Props, "kind" | "resource" | "choices">> {
  onEdit: (opened: Opened) => void;
}

function Records({ kind, resource, choices, onEdit }: RecordsProps) {
  const t = useT();
  const { data = [], isPending } = useListContext<RaRecord>();
  const remove = useRemove(kind, resource);
  if (isPending) return <PaneSkeleton />;
  if (data.length === 0) return <NoRows>{t("console.empty")}</NoRows>;
  return (
    <Box
      component="ul"
      aria-label={t(`masters.kind.${kind}`)}
      sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}
    >
      {data.map((record) => (
        <RecordItem
          key={record.id}
          kind={kind}
          record={record}
          choices={choices}
          onEdit={(name) => onEdit({ id: record.id, title: t("masters.edit_one", { name }) })}
          onRemove={(name) => void remove(record, name)}
        />
      ))}
    </Box>
  );
}

function say(kind: "notice" | "alert", message: string): void {
  showFlash({ kind, message, sticky: false });
}

/**
 * Returns a function that removes a record after a confirmation. The server gives the reason if it cannot be removed.
 */
function useRemove(kind: Kind, resource: string) {
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
        onError: (error) => say("alert", [errorText(error, t), inUseText(kind, error, t)].filter(Boolean).join("")),
      },
    );
    void refetch();
  };
}

/** Returns what can be done with a record in use instead of its removal; null if it has no such field. */
function inUseText(kind: Kind, error: unknown, t: ReturnType<typeof useT>): string | null {
  const { code } = (error instanceof HttpError ? error.body : {}) as { code?: string };
  if (code !== "master_in_use") return null;
  const fields: readonly Field[] = kinds[kind];
  const way = (["is_active", "is_archived"] as const).find((name) => fields.some((field) => field.name === name));
  return way === undefined ? null : t(`masters.instead.${way}`);
}

interface ItemProps {
  kind: Kind;
  record: RaRecord;
  choices: Record<string, readonly Choice[]>;
  onEdit: (name: string) => void;
  onRemove: (name: string) => void;
}

const HIDDEN = /_(ja|en)$|^(label|nickname|position|is_active|is_archived|color)$/;

/** Flags of a record in addition to its fields, shown next to its name. */
const MARKS = ["is_used", "is_cancelled"] as const;

function RecordItem({ kind, record, choices, onEdit, onRemove }: ItemProps) {
  const t = useT();
  const describe = useDescribeRecord(choices);
  const name = useName(kind, record, describe);
  const fields: readonly Field[] = kinds[kind];
  const named: readonly string[] = NAMED_BY[kind] ?? [];
  // Facts that the name contains are not repeated.
  const facts = fields.filter(
    (field) => !HIDDEN.test(field.name) && !named.includes(field.name) && record[field.name] !== name,
  );
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
          {MARKS.filter((mark) => record[mark] === true).map((mark) => (
            <Chip key={mark} size="small" label={t(`masters.mark.${mark}`)} sx={{ ml: 1 }} />
          ))}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {facts
            .map((field) => [t(`field.${field.name as "price"}`), describe(field, record[field.name])] as const)
            .filter(([, value]) => value !== "")
            .map(([label, value]) => t("masters.fact", { label, value }))
            .join(" · ")}
        </Typography>
      </Box>
      <Box sx={{ display: "flex", gap: 1, ml: "auto" }}>
        {fields.some(({ isOnce }) => !isOnce) && (
          <Button onClick={() => onEdit(name)} aria-label={t("masters.edit_one", { name })}>
            {t("masters.edit")}
          </Button>
        )}
        <Button color="secondary" onClick={() => onRemove(name)} aria-label={t("masters.remove_one", { name })}>
          {t("masters.remove")}
        </Button>
      </Box>
    </Paper>
  );
}

/** Fields that form the name of records without a name field. */
const NAMED_BY: Partial<Record<Kind, readonly string[]>> = {
  operations: ["name"],
  plan_prices: ["grade", "amount", "interval", "interval_count"],
  charge_rates: ["valid_from"],
  holidays: ["date"],
};

/** Returns the name of a record: an operation's label, a price's amount. */
function useName(kind: Kind, record: RaRecord, describe: (field: Field, value: unknown) => string): string {
  const t = useT();
  const { locale } = useShell();
  if (kind === "operations") return describe({ name: "name", kind: "choice", values: [] }, record.name);
  if (kind === "charge_rates") return describe({ name: "valid_from", kind: "date" }, record.valid_from);
  if (kind === "holidays") {
    const date = describe({ name: "date", kind: "date" }, record.date);
    return [date, nameOf(record, locale === "en")].filter((part) => part !== "").join(" ");
  }
  if (kind !== "plan_prices") return nameOf(record, locale === "en");
  return t("masters.price_name", {
    grade: describe({ name: "grade", kind: "choice" }, record.grade),
    amount: yen(Number(record.amount)),
    every: t(`masters.every.${record.interval as "month"}`, { count: Number(record.interval_count) }),
  });
}

/** Returns a function that formats a field's value. */
function useDescribeRecord(choices: Record<string, readonly Choice[]>) {
  const t = useTranslate();
  const { locale } = useShell();
  return (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === "" || Array.isArray(value)) return "";
    if (typeof value === "boolean") return value ? t("restaurants.yes") : "";
    if (typeof value !== "string" && typeof value !== "number") return "";
    if (field.kind === "date") return formatShortDate(String(value), locale);
    if (field.kind !== "choice") return typeof value === "number" ? grouped(value) : value;
    const offered = choices[field.name]?.find((choice) => choice.id === value)?.label;
    return offered ?? t(`value.${field.name}.${value}`);
  };
}
