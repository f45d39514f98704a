import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Typography from "@mui/material/Typography";
import { Link, Navigate, useSearchParams } from "react-router";
import type { PageData, Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { AdminList } from "@/admin/lists/AdminList";
import { AdminTable } from "@/admin/lists/AdminTable";
import { filteredBy, ownAddress } from "@/admin/lists/own-address";
import { useFilterInputs } from "@/console/lists/use-filter-inputs";
import { usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { ScrolledTabs } from "@/console/ui/ScrolledTabs";
import { Age } from "./Age";
import { BulkJobs } from "./BulkJobs";
import { useWords } from "./Named";
import { QueueTable } from "./QueueTable";
import { columnsOf } from "./job-columns";
import { DEAD_LETTERS, JOBS, LINKS, STATES, filterOf, isEnded, shownJobs } from "./job-list";
import type { JobState, ListedJob } from "./job-list";
import { EVERY_MS, useFresh } from "./use-fresh";
import { useJobActions } from "./use-job-actions";

const LATEST_FIRST = { field: "done_at", order: "DESC" } as const;
const DUE_FIRST = { field: "run_at", order: "ASC" } as const;

type Queues = Schemas["AdminJobsPage"]["queues"];

/** The page has no rows for an address with a query. The list reloads them itself. */
const WITHOUT_ROWS = "?filter={}";

/** The worker's queues, and the jobs in one state. Failed jobs can be retried, and dead ones discarded. */
export default function AdminJobsPage() {
  const t = useT();
  const [address] = useSearchParams();
  const { first } = usePageData<"admin_jobs">();
  const {
    data: { queues },
    age,
    isDisconnected,
    refresh,
  } = useFresh<"admin_jobs">({ query: WITHOUT_ROWS });
  const own = ownAddress(address, LINKS);
  if (own !== null) return <Navigate replace to={{ search: own }} />;
  const { state, queue } = shownJobs(address);
  return (
    <>
      <PageTitle
        title={t("system.jobs")}
        actions={<Age age={age} isDisconnected={isDisconnected} onRefresh={() => void refresh()} />}
      />
      <QueueTable queues={queues} state={state} />
      <Typography variant="h2" sx={{ mt: 3 }}>
        {t("system.jobs_of", { name: queue ?? t("system.all_queues") })}
      </Typography>
      <ScrolledTabs value={state} aria-label={t("system.states")} sx={{ mb: 2 }}>
        {STATES.map((each) => (
          <Tab
            key={each}
            value={each}
            label={t(`system.state.${each}`)}
            component={Link}
            to={{ search: filteredBy(filterOf(each, queue)) }}
          />
        ))}
      </ScrolledTabs>
      <JobList key={state} first={first} queues={queues} state={state} queue={queue} />
    </>
  );
}

interface JobListProps {
  /** The first dead letters. */
  first: PageData["admin_jobs"]["first"];
  queues: Queues;
  state: JobState;
  queue: string | undefined;
}

function JobList({ first, queues, state, queue }: JobListProps) {
  const t = useT();
  const isDead = state === "dead";
  const filters = useFilters(queues, isDead);
  return (
    <AdminList<ListedJob>
      resource={isDead ? DEAD_LETTERS : JOBS}
      sort={isEnded(state) ? LATEST_FIRST : DUE_FIRST}
      first={isDead ? first : null}
      filters={filters}
      sortFields={isDead ? SORT_FIELDS : [isEnded(state) ? "done_at" : "run_at"]}
      refetchMs={EVERY_MS}
    >
      {isDead && <RetryAll queues={queues} queue={queue} />}
      <AdminTable
        label={t(`system.state.${state}`)}
        none={t("system.no_jobs")}
        bulkActions={isDead ? <BulkJobs /> : undefined}
        styles={STYLES}
      >
        {columnsOf(state)}
      </AdminTable>
    </AdminList>
  );
}

function useFilters(queues: Queues, isDead: boolean) {
  const words = useWords("queue");
  const { choice, days } = useFilterInputs();
  return [
    choice(
      "queue",
      queues.map(({ queue }) => [queue, words(queue)]),
      true,
    ),
    ...days("run_at"),
    ...(isDead ? days("done_at") : []),
  ];
}

/** Retries all dead letters of the shown queues. */
function RetryAll({ queues, queue }: { queues: Queues; queue: string | undefined }) {
  const t = useT();
  const { retryAll } = useJobActions();
  const shown = queues.filter((each) => queue === undefined || each.queue === queue);
  const count = shown.reduce((sum, { dead }) => sum + dead, 0);
  if (count === 0) return null;
  return (
    <Button sx={{ my: 1 }} onClick={() => void retryAll(queue, count)}>
      {t("system.retry_all", { count })}
    </Button>
  );
}

const SORT_FIELDS = ["done_at", "queue", "attempts"];
const STYLES = {
  "& td": { verticalAlign: "top" },
  "& td.column-queue, & td.column-actions, & td.column-attempts, & td.column-done_at, & td.column-run_at": {
    whiteSpace: "nowrap",
  },
} as const;
