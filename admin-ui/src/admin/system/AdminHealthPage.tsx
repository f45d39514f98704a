import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useShell } from "@/admin/api";
import type { Locale, Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import type { Translate } from "@/admin/i18n/use-t";
import { Facts, PageTitle } from "@/console/ui";
import { Age } from "./Age";
import { Grid } from "./Grid";
import { COLOURS, ICONS, LevelChip } from "./LevelChip";
import { Named } from "./Named";
import { QueueTable } from "./QueueTable";
import { ScheduleTable } from "./ScheduleTable";
import { instantOf, spanOf } from "./spans";
import { useFresh } from "./use-fresh";

type Health = Schemas["Health"];
type Check = Schemas["HealthCheck"];

/** System health. */
export default function AdminHealthPage() {
  const t = useT();
  const { data, age, isDisconnected, refresh } = useFresh<"admin_health">();
  const { health } = data;
  return (
    <>
      <PageTitle
        title={t("system.health")}
        actions={<Age age={age} isDisconnected={isDisconnected} onRefresh={() => void refresh()} />}
      />
      <Verdict health={health} />
      <Box
        component="ul"
        aria-label={t("system.checks")}
        sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(250px, 1fr))", p: 0, m: 0 }}
      >
        {health.checks.map((check) => (
          <Tile key={check.subject} check={check} />
        ))}
      </Box>
      <Sweeps health={health} />
      <QueueTable queues={health.queues} />
      <ScheduleTable schedules={health.schedules} />
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {t("system.versions")}
      </Typography>
      <Facts
        facts={[
          ["Seki", health.versions.seki],
          ["PostgreSQL", health.versions.postgresql],
          [t("system.migrations"), String(health.versions.migrations)],
        ]}
      />
    </>
  );
}

function Verdict({ health }: { health: Health }) {
  const t = useT();
  const Icon = ICONS[health.level];
  const amiss = health.checks.filter(({ level }) => level !== "good");
  const names = amiss.map(({ subject }) => t(`system.subject.${subject}`)).join(t("system.and"));
  return (
    <Paper
      role="status"
      variant="outlined"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 2,
        p: 2,
        mb: 2,
        borderWidth: 2,
        borderColor: `${COLOURS[health.level]}.main`,
        bgcolor: `${COLOURS[health.level]}.light`,
      }}
    >
      <Icon color={COLOURS[health.level]} fontSize="large" />
      <Typography sx={{ fontSize: "1.15rem", fontWeight: 600 }}>
        {t(`system.verdict.${health.level}`)}
        {amiss.length > 0 && ` ${names}`}
      </Typography>
    </Paper>
  );
}

function Tile({ check }: { check: Check }) {
  const t = useT();
  const { locale } = useShell();
  return (
    <Paper component="li" variant="outlined" sx={{ listStyle: "none", p: 1.5 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, mb: 0.5 }}>
        <Typography component="h2" variant="h4">
          {t(`system.subject.${check.subject}`)}
        </Typography>
        <LevelChip level={check.level} />
      </Box>
      <Typography variant="body2">{measurementOf(t, locale, check)}</Typography>
    </Paper>
  );
}

/** Formats the measurement of a check. */
function measurementOf(
  t: Translate,
  locale: Locale,
  { subject, count, most, oldest_seconds: oldest, due_at: due }: Check,
): string {
  const span = oldest === null ? "" : spanOf(t, oldest);
  switch (subject) {
    case "database":
      return t("system.fact.connections", { count, most: most ?? 0 });
    case "clock":
      return t("system.fact.apart", { count });
    case "replica":
      return oldest === null ? t("system.fact.away") : t("system.fact.behind", { span });
    case "workers":
      return t("system.fact.workers", { count });
    case "disputes":
      if (count === 0) return t("system.fact.no_problem");
      return due === null
        ? t("system.fact.amiss", { count })
        : t("system.fact.due", { count, at: instantOf(locale, due) });
    case "schema":
    case "schedules":
    case "dead_letters":
      return t(count === 0 ? "system.fact.no_problem" : "system.fact.amiss", { count });
    default:
      return oldest === null ? t("system.fact.no_problem") : t("system.fact.waiting", { count, span });
  }
}

function Sweeps({ health }: { health: Health }) {
  const t = useT();
  const columns = [
    { label: t("system.column.sweeper") },
    { label: t("system.column.due"), align: "right" as const, isQuietAtZero: true },
    { label: t("system.column.oldest"), align: "right" as const },
    { label: t("system.column.level") },
  ];
  const rows = health.sweeps.map(({ name, due, oldest_seconds: oldest, level }) => ({
    key: name,
    cells: [
      <Named key="name" kind="sweeper" name={name} />,
      due,
      oldest === null ? "" : spanOf(t, oldest),
      <LevelChip key="level" level={level} />,
    ],
  }));
  return <Grid title={t("system.sweeps")} columns={columns} rows={rows} empty={t("console.empty")} />;
}
