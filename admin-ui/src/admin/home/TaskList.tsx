import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { joiner, yen } from "@/console/i18n/page-language";
import { useT } from "@/admin/i18n/use-t";
import { useFlag } from "@/admin/lists/use-flag";
import { paths, useInstant } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { LevelChip } from "../system/LevelChip";
import { spanOf } from "../system/spans";
import { useHomeT } from "./i18n/use-home-t";
import type { HomeTranslate } from "./i18n/use-home-t";
import { listOf, pageOf } from "./model";
import type { Task, TaskRecord } from "./model";

/** Number of a task's records that are visible at first: a card with more would push the figures off the screen. */
const FIRST_RECORDS = 3;

/** The work that waits for an admin, most urgent first. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const h = useHomeT();
  return (
    <section aria-labelledby="tasks">
      <Typography variant="h2" id="tasks" sx={{ mb: 1.5 }}>
        {h("tasks.title")}
      </Typography>
      {tasks.length === 0 ? (
        <Paper role="status" variant="outlined" sx={{ p: 3, display: "grid", gap: 1, justifyItems: "start" }}>
          {h("tasks.none")}
          <AppLink to={paths.health}>{h("tasks.health")}</AppLink>
        </Paper>
      ) : (
        <Box
          component="ul"
          aria-labelledby="tasks"
          sx={{
            display: "grid",
            gap: 1.5,
            gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 320px), 1fr))",
            p: 0,
            m: 0,
            listStyle: "none",
          }}
        >
          {tasks.map((task) => (
            <TaskCard key={task.subject} task={task} />
          ))}
        </Box>
      )}
    </section>
  );
}

function TaskCard({ task }: { task: Task }) {
  const h = useHomeT();
  const t = useT();
  const { subject, level, count, records, checks } = task;
  const list = listOf(task, useFlag("refunds"));
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 2, display: "flex", flexDirection: "column", gap: 1, alignItems: "flex-start", minWidth: 0 }}
    >
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, alignSelf: "stretch" }}>
        <Typography component="h3" variant="h4" sx={{ minWidth: 0 }}>
          {h(`tasks.subject.${subject}`)}
        </Typography>
        <LevelChip level={level} />
      </Box>
      <Measure task={task} />
      <Lead subject={subject} />
      {checks.length > 0 && (
        <Typography variant="body2">{checks.map((check) => t(`system.subject.${check}`)).join(joiner())}</Typography>
      )}
      <Records records={records} count={count} />
      {list && (
        <Button component={Link} to={list.address} variant="outlined" size="small" sx={{ mt: "auto" }}>
          {h(`tasks.way.${list.name}`)}
        </Button>
      )}
    </Paper>
  );
}

/** The records of a task; all but the first ones after a click. */
function Records({ records, count }: { records: readonly TaskRecord[]; count: number }) {
  const h = useHomeT();
  const later = records.slice(FIRST_RECORDS);
  const others = records.length > 0 && count > records.length && (
    <Typography variant="body2">{h("tasks.more", { count: count - records.length })}</Typography>
  );
  return (
    <>
      <RecordList records={records.slice(0, FIRST_RECORDS)} />
      {later.length === 0 ? (
        others
      ) : (
        <Box component="details" sx={{ alignSelf: "stretch", "& > summary": { cursor: "pointer", py: 0.5 } }}>
          <summary>{h("tasks.show", { count: later.length })}</summary>
          <RecordList records={later} />
          {others}
        </Box>
      )}
    </>
  );
}

function RecordList({ records }: { records: readonly TaskRecord[] }) {
  if (records.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, maxWidth: "100%" }}>
      {records.map((record) => (
        <Named key={JSON.stringify(record)} record={record} />
      ))}
    </Box>
  );
}

/** The number of a task, and the age of the oldest or the nearest deadline. */
function Measure({ task: { count, oldest_seconds: oldest, due_at: due } }: { task: Task }) {
  const h = useHomeT();
  const t = useT();
  const instant = useInstant();
  return (
    <Typography sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "baseline" }}>
      <Box component="span" sx={{ fontSize: "1.4rem", fontWeight: 600, fontVariantNumeric: "tabular-nums" }}>
        {h("tasks.count", { count })}
      </Box>
      {due !== null && <span>{h("tasks.due", { at: instant(due) })}</span>}
      {due === null && oldest !== null && <span>{h("tasks.oldest", { span: spanOf(t, oldest) })}</span>}
    </Typography>
  );
}

function Lead({ subject }: Pick<Task, "subject">) {
  const h = useHomeT();
  switch (subject) {
    case "raffle_draws":
    case "unbookable_restaurants":
    case "unpaid_fees":
    case "unprotected_admins":
      return (
        <Typography variant="body2" color="text.secondary">
          {h(`tasks.lead.${subject}`)}
        </Typography>
      );
    default:
      return null;
  }
}

/** A record of a task, with the link to its page. */
function Named({ record }: { record: TaskRecord }) {
  const h = useHomeT();
  const t = useT();
  const instant = useInstant();
  const { amount, since, missing, is_own: isOwn } = record;
  const page = pageOf(record);
  const label = labelOf(h, record);
  const facts = [
    ...(amount === null ? [] : [yen(amount)]),
    ...(since === null ? [] : [h("tasks.since", { at: instant(since) })]),
    ...(missing.length === 0
      ? []
      : [h("tasks.missing", { steps: missing.map((step) => t(`restaurant.step.${step}`)).join(joiner()) })]),
  ];
  return (
    <Box component="li" sx={{ overflowWrap: "anywhere" }}>
      {isOwn || page === null ? label : <AppLink to={page}>{label}</AppLink>}
      {isOwn && page !== null && (
        <>
          {" "}
          <AppLink to={page}>{h("tasks.secure")}</AppLink>
        </>
      )}
      <Typography variant="body2" color="text.secondary">
        {facts.join(" ")}
      </Typography>
    </Box>
  );
}

function labelOf(h: HomeTranslate, { name, reservation_code: code, is_own: isOwn }: TaskRecord): string {
  if (isOwn) return h("tasks.own", { name });
  return code === null ? name : h("tasks.fee", { code, name });
}
