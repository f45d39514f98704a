//! Jobs run on request: in the test's own task, or in a worker that runs until it is stopped.

use std::time::{Duration, Instant};

use domain::jobs::schedules;
use domain::reservations::holds::expire;
use domain::rng::Rng;
use tokio::sync::watch;
use worker::Worker;

use crate::app::{JOB_POLL_INTERVAL, Options, TestApp, WAIT_TIMEOUT, connect, until_stopped};

/// Sweep interval of a job runner.
const SWEEP_EVERY: Duration = Duration::from_millis(500);

/// Longer than the pause of a job that has failed six times.
const STUCK_AFTER: Duration = Duration::from_secs(120);

/// Jobs that are neither done nor dead letters.
const OPEN_JOBS: &str = "SELECT count(*) FROM apalis.jobs WHERE status NOT IN ('Done', 'Killed')
                         AND NOT (status = 'Failed' AND attempts >= max_attempts)";

impl TestApp {
    fn worker(&self) -> &Worker {
        self.worker.get_or_init(|| {
            let (config, pool, clock) = (self.config.clone(), self.pool.clone(), self.clock.clone());
            Worker::new(config, pool, clock, Rng::seeded(1_000_000)).expect("a configured worker")
        })
    }

    /// Sweeps, fires schedules and runs due jobs in a task of the test, until it is stopped: like a worker, but over the test's own
    /// connections, and sooner. Tests of queues, heartbeats or several workers use `start_worker`.
    pub fn start_job_runner(&self) -> RunningWorker {
        let (stopping, stopped) = watch::channel(false);
        let task = tokio::spawn(run_jobs(self.worker().clone(), stopped));
        RunningWorker { stopping, task }
    }

    /// Starts a worker with its queues, which runs until it is stopped.
    pub fn start_worker(&self) -> RunningWorker {
        let seed = 1_000_000 + self.next_number();
        let (config, clock) = (self.config.clone(), self.clock.clone());
        let (stopping, stopped) = watch::channel(false);
        let task = tokio::spawn(async move {
            let pool = connect(&config.database_url, "worker", 12).await;
            let worker = Worker::new(config, pool, clock, Rng::seeded(seed)).expect("a configured worker");
            worker.run_until(until_stopped(stopped)).await.expect("the worker works");
        });
        RunningWorker { stopping, task }
    }

    pub(crate) fn start_background(&mut self, options: Options) {
        self.background.job_runner = options.has_job_runner.then(|| self.start_job_runner());
        self.background.workers = (0..options.workers).map(|_| self.start_worker()).collect();
    }

    /// Stops the job runner, which shares connections with the test, and drops the workers.
    pub(crate) async fn stop_background(&mut self) {
        if let Some(job_runner) = self.background.job_runner.take() {
            job_runner.stop().await;
        }
        self.background.workers.drain(..).for_each(RunningWorker::abandon);
    }

    /// Ends the expired holds as a worker does, and returns their number. Opening a page does not guarantee this: the web server may have a
    /// cached answer, and may not have received the hold yet.
    pub async fn sweep_holds(&self) -> usize {
        expire::sweep(&self.pool, &self.rng, self.now()).await.expect("a sweep")
    }

    /// Sweeps once, and runs jobs until none is open and no webhook of the card provider that could enqueue another is in delivery. Waits
    /// for the next attempt of a failed job.
    pub async fn drain_jobs(&self) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        schedules::ensure(&mut conn, self.now()).await.expect("the schedules");
        drop(conn);
        let worker = self.worker();
        // A failed sweep is logged, and the next worker repeats it.
        let _is_well = worker.sweep().await;
        let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
        loop {
            self.webhooks_delivered().await;
            worker.run_due_jobs().await.expect("the jobs run");
            if !self.outside.handle.has_pending_webhooks() && self.count(OPEN_JOBS).await == 0 {
                return;
            }
            if tokio::time::Instant::now() > deadline {
                let jobs = self.unfinished_jobs().await;
                panic!("jobs are still open:\n{jobs}");
            }
            tokio::time::sleep(JOB_POLL_INTERVAL).await;
        }
    }

    /// Waits until no job is open, and no webhook of the card provider that could enqueue another is in delivery.
    pub async fn jobs_done(&self) {
        const ALL: &str = "SELECT count(*) FROM apalis.jobs";
        loop {
            self.webhooks_delivered().await;
            let all = self.count(ALL).await;
            self.becomes(OPEN_JOBS, 0).await;
            // Jobs call the provider, which then sends webhooks.
            if !self.outside.handle.has_pending_webhooks() && self.count(ALL).await == all {
                return;
            }
        }
    }

    /// Lets holds expire, and waits until sweepers and queues of external programs have nothing due. Returns the number of holds, charges,
    /// mails and jobs that are still due when nothing moves any more. A job that has not run yet may still request a refund.
    pub async fn settle(&self) -> i64 {
        const OPEN: &str = "SELECT (SELECT count(*) FROM reservations WHERE status = 'pending')
            + (SELECT count(*) FROM charges WHERE status NOT IN ('succeeded', 'canceled') OR refund_due > refunded_amount)
            + (SELECT count(*) FROM mail_deliveries CROSS JOIN demo_clock
               WHERE sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL
                 AND (send_after IS NULL OR send_after <= now() + offset_seconds * interval '1 second'))
            + (SELECT count(*) FROM apalis.jobs WHERE status IN ('Pending', 'Queued', 'Running') AND run_at <= now())";
        const ATTEMPTS: &str = "SELECT coalesce(sum(attempts), 0)::bigint FROM apalis.jobs";
        self.execute("UPDATE demo_clock SET offset_seconds = offset_seconds + 1200").await;
        let (mut seen, mut moved_at) = ((0, 0), Instant::now());
        loop {
            let open = self.count(OPEN).await;
            let now = (open, self.count(ATTEMPTS).await);
            if now != seen {
                (seen, moved_at) = (now, Instant::now());
            }
            if open == 0 || moved_at.elapsed() > STUCK_AFTER {
                return open;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// Lists the unfinished jobs, one per line: queue, status, attempts, payload and last result.
    pub(crate) async fn unfinished_jobs(&self) -> String {
        let jobs = sqlx::query_scalar(
            "SELECT coalesce(string_agg(concat_ws(' ', job_type, status, attempts || '/' || max_attempts,
                 convert_from(job, 'UTF8'), last_result), E'\\n' ORDER BY id), 'none') FROM apalis.jobs WHERE status <> 'Done'",
        );
        jobs.fetch_one(&self.pool).await.expect("the jobs")
    }
}

/// Job runner and workers that run from the start of a test to its end.
#[derive(Default)]
pub(crate) struct Background {
    job_runner: Option<RunningWorker>,
    workers: Vec<RunningWorker>,
}

pub struct RunningWorker {
    stopping: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
}

impl RunningWorker {
    /// Drops the worker as a crash would: another worker takes over its jobs.
    pub fn abandon(self) {
        self.task.abort();
    }

    pub async fn stop(self) {
        self.stopping.send_replace(true);
        self.task.await.expect("the worker stops cleanly");
    }
}

async fn run_jobs(worker: Worker, mut stopped: watch::Receiver<bool>) {
    let mut conn = worker.pool.acquire().await.expect("a connection");
    schedules::ensure(&mut conn, worker.clock.now()).await.expect("the schedules");
    drop(conn);
    let mut sweep_at = tokio::time::Instant::now();
    loop {
        if tokio::time::Instant::now() >= sweep_at {
            // A failure is logged, and the sweep repeats.
            let _is_well = worker.sweep().await;
            if let Err(error) = schedules::fire_due(&worker.pool, &worker.rng, worker.clock.now()).await {
                eprintln!("the schedules cannot be kept: {error:#}");
            }
            sweep_at = tokio::time::Instant::now() + SWEEP_EVERY;
        }
        if let Err(error) = worker.run_due_jobs().await {
            eprintln!("the jobs cannot be run: {error}");
        }
        if tokio::time::timeout(JOB_POLL_INTERVAL, stopped.wait_for(|stopped| *stopped)).await.is_ok() {
            return;
        }
    }
}
