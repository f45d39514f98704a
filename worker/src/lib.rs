//! The worker: runs the queues, sweeps for due rows every few seconds, and fires the schedules.
//!
//! Any number of workers share the queues. When a worker is killed, another takes over its jobs within twenty seconds. A worker
//! that is shut down finishes its running jobs.

mod demo_clock;
mod due;
mod handlers;
mod instrumentation;
mod pause;
mod queues;
mod renderers;
mod schedules;
mod state;
mod sweepers;

use std::future::Future;
use std::time::Duration;

use domain::clock::Clock;
use domain::config::Config;
use domain::db;
use domain::jobs::{self, Queue};
use domain::plans::trials;
use domain::rng::Rng;
use futures_util::FutureExt;
use sqlx::Connection;
use tokio::sync::watch;

use crate::instrumentation::WorkerReadiness;

pub use state::Worker;

/// Returns the names of all mails.
pub fn mail_names() -> Vec<&'static str> {
    renderers::all().mail_names()
}

/// Interval and timeout of the check that the database responds.
const PING_INTERVAL: Duration = Duration::from_secs(1);
const PING_TIMEOUT: Duration = Duration::from_secs(4);
/// Four heartbeats of a queue, because some are late on a busy machine.
const STALLED_AFTER: Duration = Duration::from_secs(20);
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

impl Worker {
    fn readiness(&self) -> sqlx::Result<WorkerReadiness> {
        let Config { database_url, database_read_url, database_timeout_factor, .. } = &*self.config;
        let replica = (database_read_url != database_url)
            .then(|| db::connect_planned_lazily(database_read_url, "seki-worker health", 1, *database_timeout_factor));
        Ok(WorkerReadiness::new(self.pools.subscribe(), replica.transpose()?, self.clock.clone()))
    }

    /// Works until `shutdown` resolves, then finishes the running jobs. When the database stops responding, or a queue sends no heartbeats,
    /// the worker drops all its tasks and connections, as if the process had died, and restarts them. The restarted worker takes over the
    /// jobs that were running.
    ///
    /// # Errors
    /// The queues did not stop cleanly, or the database cannot be reached at the start.
    pub async fn run_until(mut self, shutdown: impl Future<Output = ()> + Send) -> anyhow::Result<()> {
        if self.config.environment.is_playground() {
            // Set before the first schedule and sweep: the machine's time makes other rows due than the demo's time.
            self.clock.set_pace(demo_clock::read(&self.pool).await?);
        }
        jobs::schedules::ensure(&mut *self.pool.acquire().await?, self.clock.now()).await?;
        if let Err(error) = trials::remember_earlier(&self.pool, &self.signer, self.clock.now()).await {
            tracing::warn!(%error, "the trials of an earlier release are not remembered; the next start repeats it");
        }
        let shutdown = shutdown.shared();
        let mut previous: Option<String> = None;
        loop {
            let process = format!("{}-{}", std::process::id(), self.rng.uid());
            tokio::select! {
                result = self.work(&process, previous.as_deref(), shutdown.clone()) => return result,
                () = self.wait_for_stalled_database() => {
                    tracing::error!("the database does not respond; the worker restarts");
                }
                () = self.wait_for_stalled_queue(&process) => {
                    tracing::error!("a queue has fallen asleep; the worker restarts");
                }
            }
            self.pool = db::reconnect(&self.pool);
            self.pools.send_replace(self.pool.clone());
            previous = Some(process);
        }
    }

    /// Returns when a dedicated connection gets no response within `PING_TIMEOUT`. A database that is stopped or rejects the
    /// connection does not count: it reports an error, which the callers handle.
    async fn wait_for_stalled_database(&self) {
        let mut watched = None;
        loop {
            tokio::time::sleep(PING_INTERVAL).await;
            let Some(conn) = &mut watched else {
                let opened = tokio::time::timeout(PING_TIMEOUT, db::connect_once(&self.config.database_url)).await;
                watched = opened.ok().and_then(Result::ok);
                continue;
            };
            match db::with_timeout(PING_TIMEOUT, conn.ping()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => watched = None,
                Err(_) => return,
            }
        }
    }

    /// Returns when a queue of this process sends no heartbeats in two consecutive checks although the database responds. Such a
    /// queue reports no error.
    async fn wait_for_stalled_queue(&self, process: &str) {
        let mut was_stalled = false;
        tokio::time::sleep(STALLED_AFTER).await;
        loop {
            tokio::time::sleep(QUEUE_CHECK_INTERVAL).await;
            let is_stalled = self.count_live_queues(process).await.is_ok_and(|awake| awake < Queue::ALL.len());
            if is_stalled && was_stalled {
                return;
            }
            was_stalled = is_stalled;
        }
    }

    async fn count_live_queues(&self, process: &str) -> sqlx::Result<usize> {
        let mut conn = self.pool.acquire().await?;
        let awake = jobs::queries::count_live_queues(&mut conn, process, STALLED_AFTER.as_secs_f64()).await?;
        Ok(usize::try_from(awake).unwrap_or_default())
    }

    /// Releases the jobs of `process`. Otherwise other workers take them over only after its queues miss three heartbeats.
    async fn release_jobs(&self, process: &str) -> sqlx::Result<u64> {
        jobs::queries::release_jobs(&mut *self.pool.acquire().await?, process).await
    }

    async fn work(
        &self,
        process: &str,
        previous: Option<&str>,
        shutdown: impl Future<Output = ()> + Send,
    ) -> anyhow::Result<()> {
        if let Some(previous) = previous
            && let Err(error) = self.release_jobs(previous).await
        {
            tracing::warn!(%error, "running jobs wait until another worker takes them over");
        }
        let (stopping, stopped) = watch::channel(false);
        let mut helpers = sweepers::spawn(self, &stopped);
        helpers.spawn(schedules::follow(self.pool.clone(), self.rng.clone(), self.clock.clone(), stopped.clone()));
        if self.config.environment.is_playground() {
            let stand_ins = self.config.stand_ins_url.clone();
            helpers.spawn(demo_clock::follow(self.pool.clone(), self.clock.clone(), stand_ins, stopped));
        }
        tracing::info!("the worker has started");
        let result = queues::run(self, process, shutdown).await;
        stopping.send_replace(true);
        helpers.join_all().await;
        tracing::info!("the worker has stopped");
        result
    }
}

/// Runs a worker until the process receives SIGTERM or Ctrl-C.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let pool = db::connect(&config.database_url, "seki-worker", config.database_connections).await?;
    db::warn_of_old_schema(&pool).await?;
    let exporter = config.metrics_address.as_ref().map(|_| telemetry::install()).transpose()?;
    let worker = Worker::new(config, pool, Clock::system(), Rng::from_machine())?;
    if let (Some(exporter), Some(address)) = (exporter, &worker.config.metrics_address) {
        telemetry::listen(address, exporter, worker.readiness()?).await?;
    }
    worker.run_until(telemetry::shutdown_signal()).await
}

/// Sweeps once, runs the due jobs, and returns; on SIGTERM or Ctrl-C after the running job. A failed job is due again after its
/// backoff.
///
/// # Errors
/// The database cannot be reached, or a sweep failed and was logged.
pub async fn run_once(config: Config) -> anyhow::Result<()> {
    let pool = db::connect(&config.database_url, "seki-worker", config.database_connections).await?;
    db::warn_of_old_schema(&pool).await?;
    let worker = Worker::new(config, pool, Clock::system(), Rng::from_machine())?;
    if worker.config.environment.is_playground() {
        worker.clock.set_pace(demo_clock::read(&worker.pool).await?);
    }
    let stopping = worker.stopping.clone();
    tokio::spawn(async move {
        telemetry::shutdown_signal().await;
        stopping.cancel();
        tracing::info!("the worker stops after the job that runs");
    });
    let all_swept = worker.sweep().await;
    let attempts = worker.run_due_jobs().await?;
    tracing::info!(attempts, "the due jobs have run");
    anyhow::ensure!(all_swept, "a sweep failed");
    Ok(())
}
