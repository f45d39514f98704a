//! The queues on apalis. Its defaults lose or repeat jobs, so each setting here has its reason.

use std::future::Future;
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use anyhow::Context;
use apalis::layers::WorkerBuilderExt;
use apalis::prelude::{BackendExt, Monitor, PollSnapshot, PollStrategy, WorkerBuilder};
use apalis_postgres::{Config, PostgresStorage};
use domain::jobs::{BulkMailJob, MailJob, MaintenanceJob, Payload, PaymentJob, PhoneJob, PicturesJob, Queue, SmsJob};
use tokio::time::{Interval, MissedTickBehavior};

use crate::handlers::{Job, handle};
use crate::state::Worker;

/// A worker that misses three of these is dead, and another takes its jobs.
pub const HEARTBEAT: Duration = Duration::from_secs(5);
const MISSED_HEARTBEATS: usize = 3;
const POLL: Duration = Duration::from_millis(250);
/// Longer than any job may take that is not let go of: a worker that stops sooner leaves jobs behind that look alive.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(40);
/// A database that is away makes every queue fail at once, and apalis starts them again without a pause.
const PAUSE_BEFORE_RESTART: Duration = Duration::from_millis(500);

/// One job is fetched at a time: while fetched jobs wait for a free hand, apalis sends no heartbeats, and another worker
/// would run them a second time.
fn config(queue: Queue) -> Config {
    Config::default()
        .queue(queue.as_str())
        .batch_size(1)
        .heartbeat_interval(HEARTBEAT)
        .missed_heartbeats(MISSED_HEARTBEATS)
}

/// A name is never used twice, not even by a restart in the same process: the death of the first would go unseen.
fn name(queue: Queue, process: &str, restart: usize) -> String {
    format!("{}-{process}-{restart}", queue.as_str())
}

/// A queue that starts again rests first, and the others go on meanwhile: one task drives them all.
async fn rest_before(restart: usize) -> Result<(), apalis_postgres::Error> {
    if restart > 0 {
        tokio::time::sleep(PAUSE_BEFORE_RESTART).await;
    }
    Ok(())
}

/// Looks for jobs again and again. The interval of apalis has its next timer wake nobody until it is asked once more: after a look
/// that outlasts it and a heartbeat, nobody asks, and the queue sleeps for ever without a word.
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

/// The monitor with a queue for each kind of job.
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
                    .before_start(move |_| rest_before(restart));
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

/// Runs all queues until `shutdown` resolves and the jobs in hand are done. `process` is part of the queues' names, and never used
/// twice.
pub async fn run(worker: &Worker, process: &str, shutdown: impl Future<Output = ()> + Send) -> anyhow::Result<()> {
    let monitor = Monitor::new().shutdown_timeout(SHUTDOWN_TIMEOUT).should_restart(|context, error| {
        tracing::error!(restarts = context.restarts(), %error, "a queue stopped");
        true
    });
    let monitor = register!(
        monitor, worker, process;
        MailJob, BulkMailJob, PhoneJob, SmsJob, PaymentJob, MaintenanceJob, PicturesJob
    );
    let stopping = worker.stopping.clone();
    let signal = async move {
        shutdown.await;
        stopping.cancel();
        Ok(())
    };
    monitor.run_with_signal(signal).await.context("the queues did not stop cleanly")
}
