//! SQL over the job table, for `seki jobs`. It uses the database's own time, as the table does.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::redaction::redact;
use crate::text_enum::text_enum;

/// A job as `seki jobs` shows it.
#[derive(Clone, Debug, Serialize)]
pub struct JobRow {
    pub id: String,
    pub queue: String,
    pub status: String,
    pub state: JobState,
    pub attempts: i32,
    pub max_attempts: i32,
    pub run_at: DateTime<Utc>,
    pub done_at: Option<DateTime<Utc>>,
    pub locked_by: Option<String>,
    pub idempotency_key: Option<String>,
    /// Ids only.
    pub payload: Value,
    pub last_result: Option<Value>,
}

impl JobRow {
    /// Returns the error of the last attempt, without personal data. apalis stores `{"Err": "…"}`.
    pub fn last_error(&self) -> Option<String> {
        let error = self.last_result.as_ref()?.get("Err")?.as_str()?;
        Some(redact(error))
    }
}

text_enum! {
    /// State of a job, as `seki jobs` and the operator's page name it.
    pub enum JobState of "apalis.jobs.status" {
        /// Failed for the last time: it is retried only on request.
        Dead = "dead",
        /// Failed, and waits for its next attempt.
        Failing = "failing",
        Running = "running",
        /// Waits for a worker, or for its time.
        Waiting = "waiting",
        Done = "done",
    }
}

/// Filter of a list of jobs.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobFilter<'a> {
    pub id: Option<&'a str>,
    pub queue: Option<&'a str>,
    pub state: Option<JobState>,
}

/// Returns jobs by due time, newest first; done jobs by completion, newest first.
pub async fn list(conn: &mut PgConnection, filter: JobFilter<'_>, limit: i64) -> sqlx::Result<Vec<JobRow>> {
    let state = filter.state.map(JobState::as_str);
    sqlx::query_as!(
        JobRow,
        r#"SELECT j.id, j.job_type AS queue, j.status, s.state AS "state!: JobState", j.attempts, j.max_attempts, j.run_at, j.done_at,
                  j.lock_by AS locked_by, j.idempotency_key, convert_from(j.job, 'UTF8')::jsonb AS "payload!", j.last_result
           FROM apalis.jobs j
           CROSS JOIN LATERAL (SELECT CASE
               WHEN j.status = 'Done' THEN 'done'
               WHEN j.status IN ('Running', 'Queued') THEN 'running'
               WHEN j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts THEN 'dead'
               WHEN j.status = 'Failed' OR j.attempts > 0 THEN 'failing' ELSE 'waiting' END AS state) s
           WHERE ($1::text IS NULL OR j.id = $1) AND ($2::text IS NULL OR j.job_type = $2)
             AND ($3::text IS NULL OR s.state = $3) AND (j.status <> 'Done' OR $3 IS NULL OR $3 = 'done')
             AND (j.status = 'Done' OR $3 IS DISTINCT FROM 'done')
           ORDER BY CASE WHEN $3 = 'done' THEN j.done_at END DESC, j.run_at DESC, j.id LIMIT $4"#,
        filter.id,
        filter.queue,
        state,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns the id of the latest job whose payload has this id under a key, as that of a mail.
pub async fn find_of_message(conn: &mut PgConnection, key: &str, id: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM apalis.jobs
           WHERE job_type IN ('mail', 'bulk_mail', 'sms') AND convert_from(job, 'UTF8')::jsonb ->> $1 = $2::bigint::text
           ORDER BY run_at DESC LIMIT 1"#,
        key,
        id
    )
    .fetch_optional(conn)
    .await
}

/// Selects jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobSelector<'a> {
    All,
    Of(super::Queue),
    One(&'a str),
    /// Jobs by id.
    These(&'a [String]),
}

impl JobSelector<'_> {
    /// Returns the queue, and the ids; None selects all.
    fn parts(self) -> (Option<&'static str>, Option<Vec<String>>) {
        match self {
            Self::All => (None, None),
            Self::Of(queue) => (Some(queue.as_str()), None),
            Self::One(id) => (None, Some(vec![id.to_owned()])),
            Self::These(ids) => (None, Some(ids.to_vec())),
        }
    }
}

/// Restarts dead letters with all their attempts. Returns the queues of the restarted jobs.
pub async fn replay(conn: &mut PgConnection, which: JobSelector<'_>) -> sqlx::Result<Vec<String>> {
    let (queue, ids) = which.parts();
    sqlx::query_scalar!(
        "UPDATE apalis.jobs
         SET status = 'Pending', attempts = 0, run_at = now(), done_at = NULL, lock_by = NULL, lock_at = NULL, last_result = NULL
         WHERE status <> 'Done' AND (status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts)
           AND ($1::text IS NULL OR job_type = $1) AND ($2::text[] IS NULL OR id = ANY ($2))
         RETURNING job_type",
        queue,
        ids.as_deref()
    )
    .fetch_all(conn)
    .await
}

/// Runs a failed job now instead of at its next attempt. Returns its queue; None if there is no such job.
pub async fn run_now(conn: &mut PgConnection, id: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "UPDATE apalis.jobs SET run_at = now()
         WHERE id = $1 AND status IN ('Failed', 'Pending') AND attempts > 0 AND attempts < max_attempts RETURNING job_type",
        id
    )
    .fetch_optional(conn)
    .await
}

/// A deleted dead letter.
#[derive(Clone, Debug)]
pub struct DiscardedJob {
    pub id: String,
    pub queue: String,
    /// Ids only.
    pub payload: Value,
}

/// Deletes dead letters permanently. The caller must mark their subjects, otherwise a sweep enqueues them again.
pub async fn discard(conn: &mut PgConnection, which: JobSelector<'_>) -> sqlx::Result<Vec<DiscardedJob>> {
    let (queue, ids) = which.parts();
    sqlx::query_as!(
        DiscardedJob,
        r#"DELETE FROM apalis.jobs
           WHERE status <> 'Done' AND (status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts)
             AND ($1::text IS NULL OR job_type = $1) AND ($2::text[] IS NULL OR id = ANY ($2))
           RETURNING id, job_type AS queue, convert_from(job, 'UTF8')::jsonb AS "payload!""#,
        queue,
        ids.as_deref()
    )
    .fetch_all(conn)
    .await
}

/// Releases the running jobs of workers that are known to have ended, so the next worker that registers takes them over immediately.
/// Selects workers whose names contain `process`, and returns their number.
pub async fn release_jobs(conn: &mut PgConnection, process: &str) -> sqlx::Result<u64> {
    let ended = sqlx::query!("UPDATE apalis.workers SET last_seen = 'epoch' WHERE strpos(id, $1) > 0", process);
    Ok(ended.execute(conn).await?.rows_affected())
}

/// Counts queues of the workers whose names contain `process` with a heartbeat in the last `seconds`.
pub async fn count_live_queues(conn: &mut PgConnection, process: &str, seconds: f64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(DISTINCT worker_type) AS "count!" FROM apalis.workers
           WHERE strpos(id, $1) > 0 AND last_seen > now() - make_interval(secs => $2)"#,
        process,
        seconds,
    )
    .fetch_one(conn)
    .await
}

/// Status of a queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueueStats {
    pub queue: String,
    /// Can be taken by a worker now.
    pub due: i64,
    /// Waits for its time, mostly for a retry.
    pub scheduled: i64,
    pub running: i64,
    pub done_last_hour: i64,
    pub dead: i64,
    pub oldest_due_seconds: Option<i64>,
    /// Workers with a heartbeat in the last half minute.
    pub workers: i64,
}

pub async fn stats(conn: &mut PgConnection) -> sqlx::Result<Vec<QueueStats>> {
    let queues = super::Queue::ALL.map(|queue| queue.as_str().to_owned());
    sqlx::query_as!(
        QueueStats,
        r#"WITH jobs AS (
               SELECT job_type, run_at, CASE
                   WHEN status IN ('Running', 'Queued') THEN 'running'
                   WHEN status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts THEN 'dead'
                   WHEN run_at > now() THEN 'scheduled' ELSE 'due' END AS state
               FROM apalis.jobs WHERE status <> 'Done')
           SELECT q.queue AS "queue!", count(*) FILTER (WHERE j.state = 'due') AS "due!",
                  count(*) FILTER (WHERE j.state = 'scheduled') AS "scheduled!",
                  count(*) FILTER (WHERE j.state = 'running') AS "running!",
                  count(*) FILTER (WHERE j.state = 'dead') AS "dead!",
                  (SELECT count(*) FROM apalis.jobs d WHERE d.job_type = q.queue AND d.status = 'Done'
                      AND d.done_at > now() - interval '1 hour') AS "done_last_hour!",
                  extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.state = 'due'))::bigint AS oldest_due_seconds,
                  (SELECT count(*) FROM apalis.workers w
                   WHERE w.worker_type = q.queue AND w.last_seen > now() - interval '30 seconds') AS "workers!"
           FROM (SELECT unnest($1::text[]) AS queue UNION SELECT DISTINCT job_type FROM jobs) q
           LEFT JOIN jobs j ON j.job_type = q.queue
           GROUP BY q.queue ORDER BY q.queue"#,
        &queues,
    )
    .fetch_all(conn)
    .await
}

/// Returns the seconds since the oldest dead letter failed for the last time; None without a dead letter.
pub async fn find_oldest_dead(conn: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        r#"SELECT extract(epoch FROM now() - min(coalesce(done_at, run_at)))::bigint AS seconds FROM apalis.jobs
           WHERE status <> 'Done' AND (status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts)"#
    )
    .fetch_one(conn)
    .await
}

/// Whether the table has our retry policy, and not apalis's own notification trigger.
#[derive(Clone, Copy, Debug)]
pub struct Triggers {
    pub has_table: bool,
    pub has_retry_policy: bool,
    pub has_notify: bool,
}

pub async fn triggers(conn: &mut PgConnection) -> sqlx::Result<Triggers> {
    sqlx::query_as!(
        Triggers,
        r#"SELECT to_regclass('apalis.jobs') IS NOT NULL AS "has_table!",
                  coalesce(bool_or(tgname = 'apalis_retry_policy'), false) AS "has_retry_policy!",
                  coalesce(bool_or(tgname = 'notify_workers'), false) AS "has_notify!"
           FROM pg_trigger WHERE tgrelid = to_regclass('apalis.jobs') AND tgenabled <> 'D'"#
    )
    .fetch_one(conn)
    .await
}
