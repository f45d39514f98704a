//! SQL over the job table, for `seki jobs`. It goes by the database's own time, as the table does.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;

/// A job as `seki jobs` shows it.
#[derive(Clone, Debug, Serialize)]
pub struct JobRow {
    pub id: String,
    pub queue: String,
    pub status: String,
    /// Failed for the last time: it is tried again only when it is replayed.
    pub is_dead: bool,
    pub attempts: i32,
    pub max_attempts: i32,
    pub run_at: DateTime<Utc>,
    pub done_at: Option<DateTime<Utc>>,
    pub locked_by: Option<String>,
    pub idempotency_key: Option<String>,
    pub payload: Value,
    pub last_result: Option<Value>,
}

/// What a list of jobs is narrowed by.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    pub id: Option<&'a str>,
    pub queue: Option<&'a str>,
    pub status: Option<&'a str>,
    pub only_dead: bool,
}

/// Jobs, the latest due first.
pub async fn list(conn: &mut PgConnection, filter: Filter<'_>, limit: i64) -> sqlx::Result<Vec<JobRow>> {
    sqlx::query_as!(
        JobRow,
        r#"SELECT j.id, j.job_type AS queue, j.status, d.is_dead AS "is_dead!", j.attempts, j.max_attempts, j.run_at, j.done_at,
                  j.lock_by AS locked_by, j.idempotency_key, convert_from(j.job, 'UTF8')::jsonb AS "payload!", j.last_result
           FROM apalis.jobs j
           CROSS JOIN LATERAL (SELECT j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts AS is_dead) d
           WHERE ($1::text IS NULL OR j.id = $1) AND ($2::text IS NULL OR j.job_type = $2)
             AND ($3::text IS NULL OR j.status = $3) AND (d.is_dead OR NOT $4)
           ORDER BY j.run_at DESC, j.id LIMIT $5"#,
        filter.id,
        filter.queue,
        filter.status,
        filter.only_dead,
        limit,
    )
    .fetch_all(conn)
    .await
}

pub async fn count_dead(conn: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "dead!" FROM apalis.jobs
           WHERE status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts"#
    )
    .fetch_one(conn)
    .await
}

/// Lets dead letters be tried again from the beginning: one, or all without an id. The queues of those it brought back.
pub async fn replay(conn: &mut PgConnection, id: Option<&str>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "UPDATE apalis.jobs
         SET status = 'Pending', attempts = 0, run_at = now(), done_at = NULL, lock_by = NULL, lock_at = NULL, last_result = NULL
         WHERE (status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts) AND ($1::text IS NULL OR id = $1)
         RETURNING job_type",
        id
    )
    .fetch_all(conn)
    .await
}

/// Lets the jobs in the hands of workers that are known to have ended be taken over at once, by the next that registers: of those
/// whose names hold `process`. How many workers there were.
pub async fn disown(conn: &mut PgConnection, process: &str) -> sqlx::Result<u64> {
    let ended = sqlx::query!("UPDATE apalis.workers SET last_seen = 'epoch' WHERE strpos(id, $1) > 0", process);
    Ok(ended.execute(conn).await?.rows_affected())
}

/// How a queue stands.
#[derive(Clone, Debug, Serialize)]
pub struct QueueStats {
    pub queue: String,
    /// May be taken by a worker now.
    pub due: i64,
    /// Waits for its time, mostly for another try.
    pub scheduled: i64,
    pub running: i64,
    pub done: i64,
    pub dead: i64,
    pub oldest_due_seconds: Option<i64>,
    /// Workers heard of in the last half minute.
    pub workers: i64,
}

pub async fn stats(conn: &mut PgConnection) -> sqlx::Result<Vec<QueueStats>> {
    let queues = super::Queue::ALL.map(|queue| queue.as_str().to_owned());
    sqlx::query_as!(
        QueueStats,
        r#"WITH jobs AS (
               SELECT job_type, run_at, CASE
                   WHEN status = 'Done' THEN 'done'
                   WHEN status IN ('Running', 'Queued') THEN 'running'
                   WHEN status = 'Killed' OR status = 'Failed' AND attempts >= max_attempts THEN 'dead'
                   WHEN run_at > now() THEN 'scheduled' ELSE 'due' END AS state
               FROM apalis.jobs)
           SELECT q.queue AS "queue!", count(*) FILTER (WHERE j.state = 'due') AS "due!",
                  count(*) FILTER (WHERE j.state = 'scheduled') AS "scheduled!",
                  count(*) FILTER (WHERE j.state = 'running') AS "running!",
                  count(*) FILTER (WHERE j.state = 'done') AS "done!", count(*) FILTER (WHERE j.state = 'dead') AS "dead!",
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

/// Whether the table has our retry policy, and not apalis's own announcing trigger.
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
