import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, PageTitle, useAsk, errorText } from "@/console/ui";
import { ScrolledTabs } from "@/console/ui/ScrolledTabs";
import { Age } from "./Age";
import { Grid } from "./Grid";
import { JobAbout } from "./JobAbout";
import { Named, useWords } from "./Named";
import { Quoted } from "./Outcome";
import { QueueTable } from "./QueueTable";
import { instantOf } from "./spans";
import { useFresh } from "./use-fresh";

type Page = Schemas["AdminJobsPage"];
type Job = Page["jobs"][number];

const STATES = ["dead", "failing", "waiting", "running", "done"] as const;

/** The worker's queues, and the failed jobs, which can be retried or dropped. */
export default function AdminJobsPage() {
  const t = useT();
  const { data, age, isDisconnected, refresh } = useFresh<"admin_jobs">();
  const actions = useJobActions(refresh);
  const dead = data.queues.filter(({ queue }) => data.queue === null || queue === data.queue);
  const deadCount = dead.reduce((sum, queue) => sum + queue.dead, 0);
  return (
    <>
      <PageTitle
        title={t("system.jobs")}
        actions={<Age age={age} isDisconnected={isDisconnected} onRefresh={() => void refresh()} />}
      />
      <QueueTable queues={data.queues} state={data.state} />
      <Typography variant="h2" sx={{ mt: 3 }}>
        {t("system.jobs_of", { name: data.queue ?? t("system.all_queues") })}
      </Typography>
      {data.queue !== null && <AppLink to={paths.jobs({ state: data.state })}>{t("system.show_all_queues")}</AppLink>}
      <ScrolledTabs value={data.state} aria-label={t("system.states")}>
        {STATES.map((state) => (
          <Tab
            key={state}
            value={state}
            label={t(`system.state.${state}`)}
            component={Link}
            to={paths.jobs({ state, queue: data.queue ?? undefined })}
          />
        ))}
      </ScrolledTabs>
      {data.state === "dead" && deadCount > 0 && (
        <Button sx={{ my: 1 }} onClick={() => void actions.retryAll(data.queue, deadCount)}>
          {t("system.retry_all", { count: deadCount })}
        </Button>
      )}
      <Jobs data={data} actions={actions} />
    </>
  );
}

interface JobActions {
  retry: (job: Job) => Promise<void>;
  retryAll: (queue: string | null, count: number) => Promise<void>;
  discard: (job: Job) => Promise<void>;
}

function useJobActions(refresh: () => Promise<void>): JobActions {
  const t = useT();
  const ask = useAsk();
  const words = useWords("queue");
  const doing = async (call: () => Promise<Schemas["JobsChanged"]>) => {
    try {
      showFlash({ kind: "notice", message: (await call()).message, sticky: false });
    } catch (error) {
      showFlash({ kind: "alert", message: errorText(error, t), sticky: true });
    }
    await refresh();
  };
  return {
    retry: ({ id }) => doing(() => send("POST", "/admin/api/jobs/{id}/retry", { path: { id } })),
    retryAll: async (queue, count) => {
      const name = queue === null ? t("system.all_queues") : words(queue);
      const title = t("system.ask_retry_all", { count, name });
      if (await ask({ title, agree: t("system.retry") })) {
        await doing(() => send("POST", "/admin/api/jobs/retry", { body: { queue } }));
      }
    },
    discard: async ({ id, queue }) => {
      const question = {
        title: t("system.ask_discard", { name: words(queue) }),
        text: t("system.ask_discard_text"),
      };
      if (await ask({ ...question, agree: t("system.discard"), danger: true })) {
        await doing(() => send("DELETE", "/admin/api/jobs/{id}", { path: { id } }));
      }
    },
  };
}

function Jobs({ data, actions }: { data: Page; actions: JobActions }) {
  const t = useT();
  const { locale } = useShell();
  const canAct = data.state === "dead" || data.state === "failing";
  const hasErrors = data.jobs.some(({ last_error }) => last_error !== null);
  const names = (["queue", "actions", "error", "about", "attempts", "at", "job"] as const).filter(
    (name) => (name !== "actions" || canAct) && (name !== "error" || hasErrors),
  );
  const rows = data.jobs.map((job) => ({
    key: job.id,
    cells: names.map((name) => {
      const cells = {
        queue: <Named key="queue" kind="queue" name={job.queue} />,
        actions: <JobActionButtons key="actions" job={job} actions={actions} />,
        error: job.last_error === null ? "" : <Quoted key="error" text={job.last_error} />,
        about: <JobAbout key="about" job={job} />,
        attempts: `${job.attempts}/${job.max_attempts}`,
        at: instantOf(locale, job.done_at ?? job.run_at),
        job: (
          <Box key="job" component="code" sx={{ fontSize: "0.8em", overflowWrap: "anywhere" }}>
            {job.id}
          </Box>
        ),
      };
      return cells[name];
    }),
  }));
  const columns = names.map((name) => ({
    label: t(`system.column.${name}`),
    isWhole: name === "queue" || name === "actions" || name === "attempts" || name === "at",
  }));
  return (
    <Grid
      title={t(`system.state.${data.state}`)}
      columns={columns}
      rows={rows}
      empty={t("system.no_jobs")}
      below="lg"
    />
  );
}

function JobActionButtons({ job, actions }: { job: Job; actions: JobActions }) {
  const t = useT();
  if (job.state !== "dead" && job.state !== "failing") return null;
  return (
    <>
      <Button size="small" aria-label={t("system.retry_one", { id: job.id })} onClick={() => void actions.retry(job)}>
        {t("system.retry")}
      </Button>
      {job.state === "dead" && (
        <Button
          size="small"
          color="secondary"
          aria-label={t("system.discard_one", { id: job.id })}
          onClick={() => void actions.discard(job)}
        >
          {t("system.discard")}
        </Button>
      )}
    </>
  );
}
