//! Metrics of a worker: its jobs and sweeps as they end, and the health of the system on request.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::clock::Clock;
use domain::db;
use domain::health::{self, Health, HealthContext, Level};
use metrics::{counter, gauge, histogram};
use sqlx::PgPool;
use telemetry::Readiness;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

/// Minimum interval between health checks, however often the metrics are read.
const HEALTH_INTERVAL: Duration = Duration::from_secs(5);
const PROBE_TIMEOUT: Duration = Duration::from_millis(900);

/// Measures a running job or sweep. A timer that is dropped before `end` counts as lost: the work timed out, panicked, or was
/// stopped by a shutdown.
pub struct WorkTimer {
    kind: WorkKind,
    name: &'static str,
    began: Instant,
    outcome: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    Job,
    Sweep,
}

impl WorkTimer {
    pub fn begin(kind: WorkKind, name: &'static str) -> Self {
        Self { kind, name, began: Instant::now(), outcome: "lost" }
    }

    pub fn end<T, E>(mut self, result: &Result<T, E>) {
        self.outcome = if result.is_ok() { "done" } else { "failed" };
    }
}

impl Drop for WorkTimer {
    fn drop(&mut self) {
        let Self { name, outcome, .. } = *self;
        let seconds = self.began.elapsed().as_secs_f64();
        match self.kind {
            WorkKind::Job => {
                counter!("seki_jobs_total", "queue" => name, "outcome" => outcome).increment(1);
                histogram!("seki_job_seconds", "queue" => name).record(seconds);
            }
            WorkKind::Sweep => {
                counter!("seki_sweeps_total", "sweeper" => name, "outcome" => outcome).increment(1);
                histogram!("seki_sweep_seconds", "sweeper" => name).record(seconds);
            }
        }
    }
}

/// Counts the rows that a sweep processed.
pub fn count_swept(sweeper: &'static str, done: usize) {
    counter!("seki_swept_total", "sweeper" => sweeper).increment(done as u64);
}

/// The readiness and the metrics of the worker, for its private address.
#[derive(Clone)]
pub struct WorkerReadiness(Arc<WorkerMeasures>);

struct WorkerMeasures {
    /// The current connection pool. A restart of the worker replaces it.
    pool: watch::Receiver<PgPool>,
    replica: Option<PgPool>,
    clock: Clock,
    checked_at: Mutex<Option<Instant>>,
}

impl WorkerReadiness {
    pub fn new(pool: watch::Receiver<PgPool>, replica: Option<PgPool>, clock: Clock) -> Self {
        Self(Arc::new(WorkerMeasures { pool, replica, clock, checked_at: Mutex::default() }))
    }

    async fn refresh_health(&self) {
        let WorkerMeasures { pool, replica, clock, checked_at } = &*self.0;
        let mut checked_at = checked_at.lock().await;
        if checked_at.is_some_and(|at| at.elapsed() < HEALTH_INTERVAL) {
            return;
        }
        let pool = pool.borrow().clone();
        match health::check_health(HealthContext { pool: &pool, replica: replica.as_ref(), clock }).await {
            Ok(health) => record_gauges(&health),
            Err(error) => tracing::warn!(%error, "the health check failed"),
        }
        *checked_at = Some(Instant::now());
    }
}

impl Readiness for WorkerReadiness {
    fn is_ready(&self) -> Pin<Box<dyn Future<Output = bool> + Send>> {
        let pool = self.0.pool.borrow().clone();
        Box::pin(async move { db::answers_ping(&pool, PROBE_TIMEOUT).await })
    }

    fn measure(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let this = self.clone();
        Box::pin(async move { this.refresh_health().await })
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts and seconds, far below 2^52")]
const fn number(value: i64) -> f64 {
    value as f64
}

fn record_gauges(health: &Health) {
    gauge!("seki_health").set(level(health.level));
    for check in &health.checks {
        let subject = check.subject.as_str();
        gauge!("seki_health_check", "subject" => subject).set(level(check.level));
        gauge!("seki_health_count", "subject" => subject).set(number(check.count));
        gauge!("seki_health_oldest_seconds", "subject" => subject).set(number(check.oldest_seconds.unwrap_or(0)));
        let due = check.due_at.map_or(0, |due| due.timestamp());
        gauge!("seki_health_due_timestamp", "subject" => subject).set(number(due));
    }
    for sweep in &health.sweeps {
        gauge!("seki_sweep_due", "sweeper" => sweep.name).set(number(sweep.due));
        gauge!("seki_sweep_oldest_seconds", "sweeper" => sweep.name).set(number(sweep.oldest_seconds.unwrap_or(0)));
    }
    for queue in &health.queues {
        let name = queue.queue.clone();
        let counts =
            [("due", queue.due), ("scheduled", queue.scheduled), ("running", queue.running), ("dead", queue.dead)];
        for (state, count) in counts {
            gauge!("seki_jobs", "queue" => name.clone(), "state" => state).set(number(count));
        }
        gauge!("seki_queue_workers", "queue" => name.clone()).set(number(queue.workers));
        gauge!("seki_queue_oldest_seconds", "queue" => name).set(number(queue.oldest_due_seconds.unwrap_or(0)));
    }
    for schedule in &health.schedules {
        let failed = if schedule.ran_error.is_some() { 1.0 } else { 0.0 };
        gauge!("seki_schedule_failed", "schedule" => schedule.name.clone()).set(failed);
        let ran_at = schedule.ran_at.map_or(0, |at| at.timestamp());
        gauge!("seki_schedule_ran_timestamp", "schedule" => schedule.name.clone()).set(number(ran_at));
    }
}

/// Returns 0 for good, 1 for warning, 2 for bad.
const fn level(level: Level) -> f64 {
    match level {
        Level::Good => 0.0,
        Level::Watch => 1.0,
        Level::Bad => 2.0,
    }
}
