//! Runs jobs one after the other in a process without queues. It writes the same rows as the queues: it registers as a worker of each
//! queue, so another worker takes over the job of a process that has exited.

use serde_json::Value;
use sqlx::PgConnection;

use super::Queue;

/// A job that a process has begun.
#[derive(Clone, Debug)]
pub struct ClaimedJob {
    pub id: String,
    pub queue: String,
    /// JSON.
    pub payload: Vec<u8>,
    /// Number of earlier attempts.
    pub attempts: i32,
}

/// Outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    Done,
    /// Retried with backoff, until the last attempt.
    Failed,
    /// A retry would fail, too.
    Killed,
}

impl AttemptOutcome {
    /// Status in the job table.
    const fn status(self) -> &'static str {
        match self {
            Self::Done => "Done",
            Self::Failed => "Failed",
            Self::Killed => "Killed",
        }
    }
}

fn queues() -> [String; Queue::ALL.len()] {
    Queue::ALL.map(|queue| queue.as_str().to_owned())
}

/// Whether a job of our queues is due.
pub async fn any_due(conn: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM apalis.jobs
               WHERE (status = 'Pending' OR status = 'Failed' AND attempts < max_attempts) AND run_at < now() AND job_type = ANY($1)
           ) AS "any!""#,
        &queues(),
    )
    .fetch_one(conn)
    .await
}

/// Registers a process as a worker of every queue. `process` must be unique.
pub async fn register(conn: &mut PgConnection, process: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO apalis.workers (id, worker_type, storage_name, layers, last_seen)
         SELECT q.name || '-' || $1, q.name, 'PgStorage', '', now() FROM unnest($2::text[]) AS q (name)",
        process,
        &queues(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the heartbeat of a registered process.
pub async fn heartbeat(conn: &mut PgConnection, process: &str) -> sqlx::Result<()> {
    sqlx::query!("UPDATE apalis.workers SET last_seen = now() WHERE strpos(id, $1) > 0", process).execute(conn).await?;
    Ok(())
}

/// Begins the job of our queues that has been due longest; None if none is due.
pub async fn begin_next(conn: &mut PgConnection, process: &str) -> sqlx::Result<Option<ClaimedJob>> {
    sqlx::query_as!(
        ClaimedJob,
        "UPDATE apalis.jobs SET status = 'Running', lock_by = job_type || '-' || $1, lock_at = now()
         WHERE id = (
             SELECT id FROM apalis.jobs
             WHERE (status = 'Pending' OR status = 'Failed' AND attempts < max_attempts) AND run_at < now() AND job_type = ANY($2)
             ORDER BY priority DESC, run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, job_type AS queue, job AS payload, attempts",
        process,
        &queues(),
    )
    .fetch_optional(conn)
    .await
}

/// Records the outcome of an attempt, unless another worker has taken over the job. `result` is `{"Ok": …}` or `{"Err": "…"}`.
pub async fn end(
    conn: &mut PgConnection,
    process: &str,
    job: &ClaimedJob,
    outcome: AttemptOutcome,
    result: Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE apalis.jobs SET status = $3, attempts = $4, last_result = $5, done_at = now()
         WHERE id = $1 AND lock_by = job_type || '-' || $2",
        job.id,
        process,
        outcome.status(),
        job.attempts + 1,
        result,
    )
    .execute(conn)
    .await?;
    Ok(())
}
