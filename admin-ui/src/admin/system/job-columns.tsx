import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { DataTable } from "react-admin";
import { useShell } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { JobAbout } from "./JobAbout";
import { Named } from "./Named";
import { Quoted } from "./Outcome";
import { isEnded } from "./job-list";
import type { JobState, ListedJob } from "./job-list";
import { instantOf } from "./spans";
import { useJobActions } from "./use-job-actions";

const Col = DataTable.Col<ListedJob>;

/** Returns the columns of the jobs in a state. The server sorts dead letters by all of them, other jobs only by time. */
export function columnsOf(state: JobState) {
  const canAct = state === "dead" || state === "failing";
  const disableSort = state !== "dead";
  return [
    <Col
      key="queue"
      source="queue"
      disableSort={disableSort}
      render={({ queue }) => <Named kind="queue" name={queue} />}
    />,
    canAct && (
      <Col
        key="actions"
        source="actions"
        disableSort
        render={(job) => <JobButtons job={job} canDiscard={!disableSort} />}
      />
    ),
    canAct && (
      <Col
        key="error"
        source="last_error"
        disableSort
        render={({ last_error: error }) => error !== null && <Quoted text={error} />}
      />
    ),
    <Col key="about" source="about" disableSort render={(job) => <JobAbout job={job} />} />,
    <Col
      key="attempts"
      source="attempts"
      disableSort={disableSort}
      render={({ attempts, max_attempts: most }) => `${attempts}/${most}`}
    />,
    <Col key="at" source={isEnded(state) ? "done_at" : "run_at"} render={(job) => <At job={job} />} />,
    <Col key="job" source="id" render={({ id }) => <JobId id={id} />} />,
  ].filter((column) => column !== false);
}

interface JobProps {
  job: ListedJob;
}

/** When the job ended, or is due. */
function At({ job }: JobProps) {
  const { locale } = useShell();
  return instantOf(locale, job.done_at ?? job.run_at);
}

function JobId({ id }: { id: string }) {
  return (
    <Box component="code" sx={{ fontSize: "0.8em", overflowWrap: "anywhere" }}>
      {id}
    </Box>
  );
}

function JobButtons({ job, canDiscard }: JobProps & { canDiscard: boolean }) {
  const t = useT();
  const { retry, discard } = useJobActions();
  return (
    <>
      <Button size="small" aria-label={t("system.retry_one", { id: job.id })} onClick={() => void retry(job)}>
        {t("system.retry")}
      </Button>
      {canDiscard && (
        <Button
          size="small"
          color="secondary"
          aria-label={t("system.discard_one", { id: job.id })}
          onClick={() => void discard(job)}
        >
          {t("system.discard")}
        </Button>
      )}
    </>
  );
}
