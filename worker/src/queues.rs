//! The queues on apalis. The defaults of apalis lose or repeat jobs, so each setting here states its reason.

use std::future::Future;
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use anyhow::Context;
use apalis::layers::WorkerBuilderExt;
use apalis::prelude::{BackendExt, Monitor, PollSnapshot, PollStrategy, WorkerBuilder};
use apalis_postgres::{Config, PostgresStorage};
use domain::jobs::{
    BulkMailJob, MailJob, MaintenanceJob, Payload, PaymentJob, PhoneJob, PicturesJob, Queue, RaffleDrawJob,
    ReleaseMailJob, RoundPlanJob, SmsJob, StockRefillJob,
};
use tokio::time::{Interval, MissedTickBehavior};

use crate::handlers::{Job, handle};
use crate::state::Worker;

/// A worker that misses three heartbeats counts as dead, and another takes over its jobs.
pub const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_HEARTBEATS: usize = 3;
const POLL: Duration = Duration::from_millis(250);
/// Longer than the timeout of every job that a shutdown does not release. A worker that stops earlier leaves jobs behind that
/// appear to be running.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(40);
/// An unavailable database makes all queues fail at the same time, and apalis restarts them without a pause.
const PAUSE_BEFORE_RESTART: Duration = Duration::from_millis(500);

/// Jobs are fetched one at a time. While fetched jobs wait for a free worker slot, apalis sends no heartbeats, and another worker
/// would run them a second time.
fn config(queue: Queue) -> Config {
    Config::default()
        .queue(queue.as_str())
        .batch_size(1)
        .heartbeat_interval(HEARTBEAT)
        .missed_heartbeats(MISSED_HEARTBEATS)
}

/// Returns a name that is never reused, not even by a restart in the same process: otherwise the death of the first queue would
/// not be detected.
fn name(queue: Queue, process: &str, restart: usize) -> String {
    format!("{}-{process}-{restart}", queue.as_str())
}

/// Waits before a queue restarts. The other queues continue, although one task drives them all.
async fn pause_before_restart(restart: usize) -> Result<(), apalis_postgres::Error> {
    if restart > 0 {
        tokio::time::sleep(PAUSE_BEFORE_RESTART).await;
    }
    Ok(())
}

/// Polls for jobs. The interval of apalis registers a waker for its next timer only when it is polled again. After a poll that
/// outlasts the interval and a heartbeat it is never polled again, and the queue silently stops.
struct PollInterval(Interval);

impl PollInterval {
    fn every(pause: Duration) -> Self {
        let mut interval = tokio::time::interval(pause);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(interval)
    }
}

impl PollStrategy for PollInterval {
    fn poll_drive(&mut self, cx: &mut TaskContext<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let mut due = Poll::Pending;
        while self.0.poll_tick(cx).is_ready() {
            due = Poll::Ready(Some(()));
        }
        due
    }
}

/// Registers a queue for each kind of job with the monitor.
macro_rules! register {
    ($monitor:expr, $worker:expr, $process:expr; $($job:ty),+) => {{
        let monitor = $monitor;
        $(
            let (worker, process) = ($worker.clone(), $process.to_owned());
            let monitor = monitor.register(move |restart| {
                let queue = <$job as Payload>::QUEUE;
                let storage = PostgresStorage::<$job>::new(&worker.pool)
                    .with_config(config(queue))
                    .poll_with_strategy(PollInterval::every(POLL))
                    .before_start(move |_| pause_before_restart(restart));
                WorkerBuilder::new(name(queue, &process, restart))
                    .backend(storage)
                    .data(worker.clone())
                    .concurrency(<$job as Job>::CONCURRENCY)
                    .timeout(<$job as Job>::TIMEOUT)
                    .catch_panic()
                    .build(handle::<$job>)
            });
        )+
        monitor
    }};
}

/// Runs all queues until `shutdown` resolves and the running jobs are finished. `process` is part of the queues' names, and is
/// never reused.
pub async fn run(worker: &Worker, process: &str, shutdown: impl Future<Output = ()> + Send) -> anyhow::Result<()> {
    let monitor = Monitor::new().shutdown_timeout(SHUTDOWN_TIMEOUT).should_restart(|context, error| {
        tracing::error!(restarts = context.restarts(), %error, "a queue stopped");
        true
    });
    let monitor = register!(
        monitor, worker, process;
        MailJob, BulkMailJob, PhoneJob, SmsJob, PaymentJob, MaintenanceJob, PicturesJob, RaffleDrawJob, StockRefillJob,
        RoundPlanJob, ReleaseMailJob
    );
    let stopping = worker.stopping.clone();
    let signal = async move {
        shutdown.await;
        stopping.cancel();
        Ok(())
    };
    monitor.run_with_signal(signal).await.context("the queues did not stop cleanly")
}
