import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { send, showFlash, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, PageTitle, useAsk, wordsOf } from "@/console/ui";
import { Age } from "./Age";
import { Grid } from "./Grid";
import { QueueTable } from "./QueueTable";
import { instantOf } from "./spans";
import { useFresh } from "./use-fresh";

type Page = Schemas["AdminJobsPage"];
type Job = Page["jobs"][number];

const STATES = ["dead", "failing", "waiting", "running", "done"] as const;

/** The worker's queues, and the jobs that failed, to be tried again or dropped. */
export default function AdminJobsPage() {
  const t = useT();
  const { data, age, isAway, refresh } = useFresh<"admin_jobs">();
  const deeds = useDeeds(refresh);
  const dead = data.queues.filter(({ queue }) => data.queue === null || queue === data.queue);
  const deadCount = dead.reduce((sum, queue) => sum + queue.dead, 0);
  const name = data.queue ?? t("machinery.all_queues");
  return (
    <>
      <PageTitle
        title={t("machinery.jobs")}
        actions={<Age age={age} isAway={isAway} onRefresh={() => void refresh()} />}
      />
      <QueueTable queues={data.queues} state={data.state} />
      <Typography variant="h2" sx={{ mt: 3 }}>
        {t("machinery.jobs_of", { name })}
      </Typography>
      {data.queue !== null && (
        <AppLink to={paths.jobs({ state: data.state })}>{t("machinery.show_all_queues")}</AppLink>
      )}
      <Tabs value={data.state} aria-label={t("machinery.states")} variant="scrollable" allowScrollButtonsMobile>
        {STATES.map((state) => (
          <Tab
            key={state}
            value={state}
            label={t(`machinery.state.${state}`)}
            component={Link}
            to={paths.jobs({ state, queue: data.queue ?? undefined })}
          />
        ))}
      </Tabs>
      {data.state === "dead" && deadCount > 0 && (
        <Button sx={{ my: 1 }} onClick={() => void deeds.retryAll(data.queue, deadCount, name)}>
          {t("machinery.retry_all", { count: deadCount })}
        </Button>
      )}
      <Jobs data={data} deeds={deeds} />
    </>
  );
}

interface Deeds {
  retry: (job: Job) => Promise<void>;
  retryAll: (queue: string | null, count: number, name: string) => Promise<void>;
  discard: (job: Job) => Promise<void>;
}

function useDeeds(refresh: () => Promise<void>): Deeds {
  const t = useT();
  const ask = useAsk();
  const doing = async (call: () => Promise<Schemas["JobsChanged"]>) => {
    try {
      showFlash({ kind: "notice", message: (await call()).message, sticky: false });
    } catch (error) {
      showFlash({ kind: "alert", message: wordsOf(error, t), sticky: true });
    }
    await refresh();
  };
  return {
    retry: ({ id }) => doing(() => send("POST", "/admin/api/jobs/{id}/retry", { path: { id } })),
    retryAll: async (queue, count, name) => {
      const title = t("machinery.ask_retry_all", { count, name });
      if (await ask({ title, agree: t("machinery.retry") })) {
        await doing(() => send("POST", "/admin/api/jobs/retry", { body: { queue } }));
      }
    },
    discard: async ({ id, queue }) => {
      const question = { title: t("machinery.ask_discard", { queue }), text: t("machinery.ask_discard_text") };
      if (await ask({ ...question, agree: t("machinery.discard"), danger: true })) {
        await doing(() => send("DELETE", "/admin/api/jobs/{id}", { path: { id } }));
      }
    },
  };
}

function Jobs({ data, deeds }: { data: Page; deeds: Deeds }) {
  const t = useT();
  const { locale } = useShell();
  const names = ["queue", "deeds", "error", "about", "tries", "at", "job"] as const;
  const rows = data.jobs.map((job) => ({
    key: job.id,
    cells: [
      job.queue,
      <JobDeeds key="deeds" job={job} deeds={deeds} />,
      job.last_error ?? "",
      job.about,
      `${job.attempts}/${job.max_attempts}`,
      instantOf(locale, job.done_at ?? job.run_at),
      job.id,
    ],
  }));
  const columns = names.map((name) => t(`machinery.column.${name}`));
  return (
    <Grid title={t(`machinery.state.${data.state}`)} columns={columns} rows={rows} empty={t("machinery.no_jobs")} />
  );
}

function JobDeeds({ job, deeds }: { job: Job; deeds: Deeds }) {
  const t = useT();
  if (job.state !== "dead" && job.state !== "failing") return null;
  return (
    <>
      <Button size="small" aria-label={t("machinery.retry_one", { id: job.id })} onClick={() => void deeds.retry(job)}>
        {t("machinery.retry")}
      </Button>
      {job.state === "dead" && (
        <Button
          size="small"
          color="secondary"
          aria-label={t("machinery.discard_one", { id: job.id })}
          onClick={() => void deeds.discard(job)}
        >
          {t("machinery.discard")}
        </Button>
      )}
    </>
  );
}
