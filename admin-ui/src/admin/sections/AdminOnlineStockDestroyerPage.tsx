import { useState } from "react";
import type { SyntheticEvent } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useLocation } from "react-router";
import { addDays, formatRange } from "@seki/shared/civil-time";
import { send, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { useNarrowing, usePageData, useSlug } from "@/admin/navigation";
import { Facts, PageTitle, isReversed, useAsk } from "@/console/ui";
import type { Fact } from "@/console/ui";
import { useSubmit } from "./use-submit";

/** Removes free stock of a date range from the web: a preview first, then the deletion. */
export default function AdminOnlineStockDestroyerPage() {
  const t = useT();
  const { search } = useLocation();
  return (
    <>
      <PageTitle title={t("sections.destroyer.title")} />
      <Box sx={{ display: "grid", gap: 2, maxWidth: 760 }}>
        <Typography>{t("sections.destroyer.lead")}</Typography>
        <RangeAndPreview key={search} />
      </Box>
    </>
  );
}

type DateRange = Pick<Schemas["DestroyerPreview"], "date_from" | "date_till" | "origin"> & {
  inventory_group_id: string;
};

const ORIGINS = ["all", "refills", "last_refill"] as const;

function rangeOf({ date_from, date_till, inventory_group_id, origin }: Schemas["DestroyerPreview"]): DateRange {
  return { date_from, date_till, inventory_group_id: String(inventory_group_id), origin };
}

function isSame(one: DateRange, other: DateRange): boolean {
  return (Object.keys(one) as (keyof DateRange)[]).every((name) => one[name] === other[name]);
}

/** The fields, and the preview while it is the one of the fields: a deletion removes what the fields say. */
function RangeAndPreview() {
  const { preview, inventory_groups, today } = usePageData<"admin_online_stock_destroyer">();
  const [range, setRange] = useState<DateRange>(
    preview
      ? rangeOf(preview)
      : {
          date_from: today,
          date_till: today,
          inventory_group_id: String(inventory_groups[0]?.id ?? ""),
          origin: "all",
        },
  );
  return (
    <>
      <DateRangeForm range={range} onChange={setRange} />
      {preview && isSame(rangeOf(preview), range) && <Preview preview={preview} />}
    </>
  );
}

interface FormProps {
  range: DateRange;
  onChange: (range: DateRange) => void;
}

/** The dates and inventory groups to remove. */
function DateRangeForm({ range, onChange }: FormProps) {
  const t = useT();
  const { pathname } = useLocation();
  const { refused, narrow } = useNarrowing();
  const { inventory_groups, today, max_days } = usePageData<"admin_online_stock_destroyer">();
  const problems: Readonly<Record<string, string | undefined>> = { ...refused, ...problemsOf(range, max_days, t) };
  const show = (event: SyntheticEvent) => {
    event.preventDefault();
    if (problemsOf(range, max_days, t) === null) void narrow(`${pathname}?${new URLSearchParams({ ...range })}`);
  };
  const field = (name: keyof DateRange) => ({
    name,
    required: true,
    value: range[name],
    error: problems[name] !== undefined,
    helperText: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...range, [name]: event.target.value }),
  });
  const shrink = { inputLabel: { shrink: true }, htmlInput: { min: today } };
  return (
    <Box
      component="form"
      onSubmit={show}
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      <TextField type="date" label={t("sections.date_from")} slotProps={shrink} {...field("date_from")} />
      <TextField type="date" label={t("sections.date_till")} slotProps={shrink} {...field("date_till")} />
      <TextField
        select
        label={t("sections.inventory_group")}
        slotProps={{ select: { native: true } }}
        {...field("inventory_group_id")}
      >
        {inventory_groups.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </TextField>
      <TextField
        select
        label={t("sections.destroyer.origin_label")}
        slotProps={{ select: { native: true } }}
        {...field("origin")}
      >
        {ORIGINS.map((origin) => (
          <option key={origin} value={origin}>
            {t(`sections.destroyer.origin.${origin}`)}
          </option>
        ))}
      </TextField>
      <Box>
        <Button type="submit" variant="outlined">
          {t("sections.destroyer.preview")}
        </Button>
      </Box>
    </Box>
  );
}

function problemsOf({ date_from: from, date_till: till }: DateRange, most: number, t: ReturnType<typeof useT>) {
  if (from === "") return null;
  if (isReversed(from, till)) return { date_till: t("console.dates_reversed") };
  return till !== "" && till >= addDays(from, most) ? { date_till: t("sections.destroyer.too_long", { most }) } : null;
}

function Preview({ preview }: { preview: Schemas["DestroyerPreview"] }) {
  const t = useT();
  const ask = useAsk();
  const slug = useSlug();
  const deleted = useDeleted(preview);
  const { busy, problem, submit } = useSubmit();
  const { slots, unreserved: count, freed, reserved, date_from, date_till, inventory_group_id, origin } = preview;
  const destroy = async () => {
    const text = (
      <>
        <Facts facts={deleted} />
        <Typography sx={{ mt: 2 }}>{t("sections.destroyer.ask_text")}</Typography>
      </>
    );
    const agree = t("sections.destroyer.destroy", { count });
    if (!(await ask({ title: t("sections.destroyer.ask", { count }), text, agree, danger: true }))) return;
    const body = { date_from, date_till, inventory_group_id, origin };
    await submit(() => send("POST", "/admin/r/{slug}/online_stock_destroyer", { path: { slug }, body }));
  };
  return (
    <Paper variant="outlined" role="status" sx={{ p: 2, display: "grid", gap: 1, justifyItems: "start" }}>
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      <Typography sx={{ fontWeight: 600 }}>
        {count === 0
          ? t("sections.destroyer.nothing")
          : t("sections.destroyer.found", { slots: t("sections.destroyer.slots", { count: slots }), count })}
      </Typography>
      {freed > 0 && <Typography>{t("sections.destroyer.freed", { count: freed })}</Typography>}
      {reserved > 0 && <Typography>{t("sections.destroyer.reserved", { count: reserved })}</Typography>}
      {count > 0 && (
        <Button variant="contained" color="secondary" loading={busy} onClick={() => void destroy()}>
          {t("sections.destroyer.destroy", { count })}
        </Button>
      )}
    </Paper>
  );
}

/** Returns what a deletion removes: the restaurant, the period, the seats and the slots. */
function useDeleted(preview: Schemas["DestroyerPreview"]): readonly Fact[] {
  const t = useT();
  const { admin, locale } = useShell();
  const { inventory_groups } = usePageData<"admin_online_stock_destroyer">();
  const { date_from, date_till, inventory_group_id, origin } = preview;
  return [
    [t("sections.destroyer.restaurant"), admin?.restaurant?.restaurant_name],
    [t("sections.destroyer.period"), formatRange(date_from, date_till, locale)],
    [t("sections.inventory_group"), inventory_groups.find(({ id }) => id === inventory_group_id)?.title],
    [t("sections.destroyer.origin_label"), t(`sections.destroyer.origin.${origin}`)],
  ];
}
