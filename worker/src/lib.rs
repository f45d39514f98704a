//! The worker: runs the queues, sweeps every few seconds for what is due, and keeps the schedules.
//!
//! Any number of workers share the queues. When one is killed, another takes its jobs over within twenty seconds; one that
//! is shut down finishes the jobs in hand.

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
use domain::rng::Rng;
use futures_util::FutureExt;
use sqlx::Connection;
use tokio::sync::watch;

use crate::instrumentation::WorkerReadiness;

pub use state::Worker;

/// How often it is asked whether the database answers, and how long for.
const PING_INTERVAL: Duration = Duration::from_secs(1);
const PING_TIMEOUT: Duration = Duration::from_secs(4);
/// Four heartbeats of a queue: on a busy machine some come late.
const STALLED_AFTER: Duration = Duration::from_secs(20);
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

impl Worker {
    fn measured(&self) -> sqlx::Result<WorkerReadiness> {
        let Config { database_url, database_read_url, database_patience, .. } = &*self.config;
        let replica = (database_read_url != database_url)
            .then(|| db::connect_planned_lazily(database_read_url, "seki-worker health", 1, *database_patience));
        Ok(WorkerReadiness::new(self.pools.subscribe(), replica.transpose()?, self.clock.clone()))
    }

    /// Works until `shutdown` resolves, then finishes the jobs in hand. When the database falls silent, all that waits for it is dropped
    /// as if the process had died, its connections with it, and begun anew; the jobs in hand are taken up again at once.
    ///
    /// # Errors
    /// The queues did not stop cleanly, or the database cannot be reached at the start.
    pub async fn run_until(mut self, shutdown: impl Future<Output = ()> + Send) -> anyhow::Result<()> {
        if self.config.environment.is_playground() {
            // Before the first schedule and sweep: by the machine's time, other things are due than by the demo's.
            self.clock.set_pace(demo_clock::read(&self.pool).await?);
        }
        jobs::schedules::ensure(&mut *self.pool.acquire().await?, self.clock.now()).await?;
        let shutdown = shutdown.shared();
        let mut former: Option<String> = None;
        loop {
            let process = format!("{}-{}", std::process::id(), self.rng.uid());
            tokio::select! {
                result = self.work(&process, former.as_deref(), shutdown.clone()) => return result,
                () = self.silence() => tracing::error!("the database has fallen silent; the worker begins anew"),
                () = self.sleep(&process) => tracing::error!("a queue has fallen asleep; the worker begins anew"),
            }
            self.pool = db::connect_anew(&self.pool);
            self.pools.send_replace(self.pool.clone());
            former = Some(process);
        }
    }

    /// Comes back when a connection of its own is left without an answer. A server that is stopped or refuses says so, and whoever
    /// asks it hears of it.
    async fn silence(&self) {
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

    /// Comes back when a queue of ours shows itself no more although the database answers, twice in a row: whatever holds it, nobody
    /// else would hear of it.
    async fn sleep(&self, process: &str) {
        let mut was_asleep = false;
        tokio::time::sleep(STALLED_AFTER).await;
        loop {
            tokio::time::sleep(QUEUE_CHECK_INTERVAL).await;
            let is_asleep = self.count_awake(process).await.is_ok_and(|awake| awake < Queue::ALL.len());
            if is_asleep && was_asleep {
                return;
            }
            was_asleep = is_asleep;
        }
    }

    async fn count_awake(&self, process: &str) -> sqlx::Result<usize> {
        let mut conn = self.pool.acquire().await?;
        let awake = jobs::queries::count_awake(&mut conn, process, STALLED_AFTER.as_secs_f64()).await?;
        Ok(usize::try_from(awake).unwrap_or_default())
    }

    /// Others would take the jobs of `former` over only when its queues had missed three heartbeats.
    async fn disown(&self, former: &str) -> sqlx::Result<u64> {
        jobs::queries::disown(&mut *self.pool.acquire().await?, former).await
    }

    async fn work(
        &self,
        process: &str,
        former: Option<&str>,
        shutdown: impl Future<Output = ()> + Send,
    ) -> anyhow::Result<()> {
        if let Some(former) = former
            && let Err(error) = self.disown(former).await
        {
            tracing::warn!(%error, "jobs in hand wait until they are taken over");
        }
        let (stopping, stopped) = watch::channel(false);
        let mut helpers = sweepers::spawn(self, &stopped);
        helpers.spawn(schedules::follow(self.pool.clone(), self.rng.clone(), self.clock.clone(), stopped.clone()));
        if self.config.environment.is_playground() {
            let stand_ins = self.config.stand_ins_url.clone();
            helpers.spawn(demo_clock::follow(self.pool.clone(), self.clock.clone(), stand_ins, stopped));
        }
        tracing::info!("the worker is at work");
        let result = queues::run(self, process, shutdown).await;
        stopping.send_replace(true);
        helpers.join_all().await;
        tracing::info!("the worker has stopped");
        result
    }
}

/// A worker of its own, until the process gets SIGTERM or Ctrl-C.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let pool = db::connect(&config.database_url, "seki-worker", config.database_connections).await?;
    db::warn_of_old_schema(&pool).await?;
    let exporter = config.metrics_address.as_ref().map(|_| telemetry::install()).transpose()?;
    let worker = Worker::new(config, pool, Clock::system(), Rng::from_machine())?;
    if let (Some(exporter), Some(address)) = (exporter, &worker.config.metrics_address) {
        telemetry::listen(address, exporter, worker.measured()?).await?;
    }
    worker.run_until(telemetry::shutdown_signal()).await
}

/// Sweeps once, runs the jobs that are due, and ends; on SIGTERM or Ctrl-C after the job in hand. A failed job is due again after its
/// back-off.
///
/// # Errors
/// The database cannot be reached, or a sweep failed, which is logged.
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
    tracing::info!(attempts, "the due jobs were run");
    anyhow::ensure!(all_swept, "a sweep failed");
    Ok(())
}
