import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";
import { Grid } from "./Grid";
import { Named } from "./Named";
import { spanOf } from "./spans";

const COLUMNS = ["queue", "due", "oldest", "scheduled", "running", "done_last_hour", "dead", "workers"] as const;

interface QueueTableProps {
  queues: Schemas["QueueStats"][];
  /** State of the jobs that a queue's link shows; failed jobs by default. */
  state?: string;
}

/** The state of each queue, with a link to its jobs. */
export function QueueTable({ queues, state }: QueueTableProps) {
  const t = useT();
  const rows = queues.map((queue) => ({
    key: queue.queue,
    cells: [
      <AppLink key="queue" to={paths.jobs({ queue: queue.queue, state })}>
        <Named kind="queue" name={queue.queue} />
      </AppLink>,
      queue.due,
      queue.oldest_due_seconds === null ? "" : spanOf(t, queue.oldest_due_seconds),
      queue.scheduled,
      queue.running,
      queue.done_last_hour,
      queue.dead,
      queue.workers,
    ],
  }));
  const columns = COLUMNS.map((name) => ({
    label: t(`system.column.${name}`),
    ...(name === "queue" ? {} : { align: "right" as const, isQuietAtZero: name !== "workers" }),
  }));
  return <Grid title={t("system.queues")} columns={columns} rows={rows} empty={t("console.empty")} />;
}
