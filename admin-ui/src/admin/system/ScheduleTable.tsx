import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { ListContextProvider, ResourceContextProvider, useList } from "ra-core";
import { DataTable } from "react-admin";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { ListTable } from "@/console/lists";
import { Named } from "./Named";
import { Outcome } from "./Outcome";
import { instantOf } from "./spans";

type Schedule = Schemas["Schedule"];
type Row = Schedule & { id: string };

const NAME = "schedules";

/** The schedules with their last runs, sorted in the browser: the page has all of them. */
export function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const t = useT();
  const title = t("system.schedules");
  const list = useList<Row>({
    data: schedules.map((schedule) => ({ ...schedule, id: schedule.name })),
    resource: NAME,
  });
  return (
    <section aria-label={title}>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {title}
      </Typography>
      <ResourceContextProvider value={NAME}>
        <ListContextProvider value={list}>
          <ListTable label={title} empty={t("console.empty")} sx={STYLES}>
            {columns}
          </ListTable>
        </ListContextProvider>
      </ResourceContextProvider>
    </section>
  );
}

const STYLES = { "& td:not(.column-ran_error)": { whiteSpace: "nowrap" } } as const;

const Col = DataTable.Col<Row>;

const columns = [
  <Col
    key="name"
    source="name"
    label="system.column.schedule"
    render={({ name }) => <Named kind="schedule" name={name} />}
  />,
  <Col
    key="cron"
    source="expression"
    label="system.column.cron"
    disableSort
    render={({ expression, time_zone: zone }) => `${expression} (${zone})`}
  />,
  <Col key="next" source="next_tick" label="system.column.next" render={(row) => <Next row={row} />} />,
  <Col
    key="last"
    source="ran_at"
    label="system.column.last"
    render={({ ran_at: at }) => at !== null && <Second at={at} />}
  />,
  <Col
    key="took"
    source="ran_millis"
    label="system.column.took"
    render={({ ran_millis: count }) => count !== null && <Millis count={count} />}
  />,
  <Col
    key="outcome"
    source="ran_error"
    label="system.column.outcome"
    disableSort
    render={(row) => <Outcome schedule={row} />}
  />,
];

/** The next tick, or that the schedule is disabled. */
function Next({ row: { is_enabled: isEnabled, next_tick: at } }: { row: Row }) {
  const t = useT();
  if (!isEnabled) return <Chip size="small" color="warning" label={t("system.disabled")} />;
  return at !== null && <Second at={at} />;
}

function Second({ at }: { at: string }) {
  const { locale } = useShell();
  return instantOf(locale, at);
}

function Millis({ count }: { count: number }) {
  return useT()("system.millis", { count });
}
