import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { formatShortDate, formatShortInstant, formatMonth } from "@seki/shared/civil-time";
import { useNavigate } from "react-router";
import { send, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData, useSlug } from "@/admin/navigation";
import { AllCheckbox, PageTitle } from "@/console/ui";
import { PAGE_HEADER_HEIGHT } from "@/console/ui/page-header";
import { RowTable } from "@/console/ui/lists";
import { useSubmit } from "./use-submit";

/** A month whose days are marked as checked. */
export default function AdminCheckedCalendarsPage() {
  const t = useT();
  const slug = useSlug();
  const navigate = useNavigate();
  const { locale } = useShell();
  const { month, months, days } = usePageData<"admin_checked_calendars">();
  return (
    <>
      <PageTitle title={t("sections.checked.title")} />
      <Typography sx={{ mb: 2 }}>{t("sections.checked.lead")}</Typography>
      <TextField
        select
        size="small"
        label={t("sections.checked.month")}
        value={month}
        onChange={(event) => void navigate(`${paths.checkedCalendars(slug)}?month=${event.target.value}`)}
        slotProps={{ select: { native: true } }}
        sx={{ mb: 2, minWidth: 180 }}
      >
        {months.map((each) => (
          <option key={each} value={each}>
            {formatMonth(each, locale)}
          </option>
        ))}
      </TextField>
      <Days key={`${month} ${days.filter(({ checked_at }) => checked_at).length}`} days={days} />
    </>
  );
}

type Day = Schemas["CheckableDay"];

function Days({ days }: { days: readonly Day[] }) {
  const t = useT();
  const slug = useSlug();
  const { locale } = useShell();
  const { busy, problem, submit } = useSubmit();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const turn = (date: string) => {
    const next = new Set(chosen);
    if (!next.delete(date)) next.add(date);
    setChosen(next);
  };
  const save = (checked: boolean) =>
    submit(() =>
      send("POST", "/admin/r/{slug}/bulk_checked_calendars", { path: { slug }, body: { dates: [...chosen], checked } }),
    );
  const all = chosen.size === days.length;
  const day = ({ date, holiday, is_closed }: Day) => (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
      <FormControlLabel
        control={<Checkbox size="small" checked={chosen.has(date)} onChange={() => turn(date)} />}
        label={formatShortDate(date, locale)}
        sx={{ whiteSpace: "nowrap" }}
        aria-label={t("sections.checked.choose", { date: formatShortDate(date, locale) })}
      />
      {holiday !== null && (
        <Typography variant="body2" color="secondary">
          {holiday}
        </Typography>
      )}
      {is_closed && <Chip size="small" label={t("sections.checked.closed")} />}
    </Box>
  );
  const mark = ({ checked_at: at, checked_by: name }: Day) =>
    at !== null && (
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Chip size="small" color="success" label={t("sections.checked.checked")} />
        <Typography variant="body2" color="text.secondary">
          {t("sections.checked.by", { name: name ?? "", at: formatShortInstant(at, locale) })}
        </Typography>
      </Box>
    );
  return (
    <>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Box
        sx={{
          position: "sticky",
          top: PAGE_HEADER_HEIGHT,
          zIndex: 1,
          bgcolor: "background.default",
          display: "flex",
          flexWrap: "wrap",
          gap: 1,
          alignItems: "center",
          py: 1,
        }}
      >
        <FormControlLabel
          control={
            <AllCheckbox
              checked={all}
              some={chosen.size > 0 && !all}
              onChange={() => setChosen(new Set(all ? [] : days.map(({ date }) => date)))}
            />
          }
          label={t("sections.checked.choose_all")}
        />
        <Button variant="contained" loading={busy} disabled={chosen.size === 0} onClick={() => void save(true)}>
          {t("sections.checked.check")}
        </Button>
        <Button disabled={busy || chosen.size === 0} onClick={() => void save(false)}>
          {t("sections.checked.uncheck")}
        </Button>
        <Typography role="status" color="text.secondary">
          {chosen.size > 0 && t("sections.checked.chosen", { count: chosen.size })}
        </Typography>
      </Box>
      <RowTable
        label={t("sections.checked.title")}
        rows={days}
        keyOf={({ date }) => date}
        empty={t("console.empty")}
        columns={[
          { label: t("sections.checked.day"), cell: day },
          {
            label: t("sections.checked.contents"),
            cell: ({ reservations, web_stocks }) =>
              [
                t("sections.checked.reservations", { count: reservations }),
                t("sections.checked.stocks", { count: web_stocks }),
              ].join(t("list.and")),
          },
          { label: t("sections.checked.checked"), cell: mark },
        ]}
      />
    </>
  );
}
