//! One pass over all due work, in the caller's task: `seki work --once`. It uses the same handlers, sweeps and rows as a worker
//! that runs permanently.

use std::panic::AssertUnwindSafe;

use apalis::prelude::{AbortError, BoxDynError, Data};
use domain::jobs::execution::{self, AttemptOutcome, ClaimedJob};
use domain::jobs::{
    BulkMailJob, MailJob, MaintenanceJob, PaymentJob, PhoneJob, PicturesJob, Queue, RaffleDrawJob, ReleaseMailJob,
    RoundPlanJob, SmsJob, StockRefillJob,
};
use futures_util::FutureExt;
use serde_json::{Value, from_slice, json};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::handlers::{Handled, Job, handle};
use crate::state::Worker;
use crate::{queues, sweepers};

impl Worker {
    /// Runs every sweep once, and reports whether all succeeded. A failed sweep is logged, and the next ones still run.
    pub async fn sweep(&self) -> bool {
        sweepers::run_all(self).await
    }

    /// Runs jobs of all queues one after the other, in the order in which they became due, until none is due. Returns the number
    /// of attempts, including failed ones. A failed job is due again after its backoff.
    ///
    /// # Errors
    /// The job table cannot be reached. Another worker then takes over a job that has begun.
    pub async fn run_due_jobs(&self) -> sqlx::Result<usize> {
        if !execution::any_due(&mut *self.pool.acquire().await?).await? {
            return Ok(0);
        }
        let process = format!("{}-{}", std::process::id(), self.rng.uid());
        execution::register(&mut *self.pool.acquire().await?, &process).await?;
        // The heartbeat ends when the set is dropped.
        let mut heartbeat = JoinSet::new();
        heartbeat.spawn(send_heartbeats(self.pool.clone(), process.clone()));
        let attempts = self.run_each(&process).await?;
        self.release_jobs(&process).await?;
        Ok(attempts)
    }

    async fn run_each(&self, process: &str) -> sqlx::Result<usize> {
        let mut attempts = 0;
        while !self.stopping.is_cancelled() {
            let begun = execution::begin_next(&mut *self.pool.acquire().await?, process).await?;
            let Some(job) = begun else { break };
            let (outcome, result) = self.attempt(&job).await;
            execution::end(&mut *self.pool.acquire().await?, process, &job, outcome, result).await?;
            attempts += 1;
        }
        Ok(attempts)
    }

    /// Runs one attempt. Returns its outcome, and its result in the form of the job table.
    async fn attempt(&self, job: &ClaimedJob) -> (AttemptOutcome, Value) {
        let handled = match Queue::named(&job.queue) {
            Some(queue) => self.handle(queue, &job.payload).await,
            None => Err(AbortError::new(format!("queue {} is unknown", job.queue)).into()),
        };
        match handled {
            Ok(()) => (AttemptOutcome::Done, json!({ "Ok": null })),
            Err(error) => (outcome_of(&error), json!({ "Err": error.to_string() })),
        }
    }

    async fn handle(&self, queue: Queue, payload: &[u8]) -> Handled {
        match queue {
            Queue::Mail => self.handle_in_time::<MailJob>(from_slice(payload)).await,
            Queue::BulkMail => self.handle_in_time::<BulkMailJob>(from_slice(payload)).await,
            Queue::Phone => self.handle_in_time::<PhoneJob>(from_slice(payload)).await,
            Queue::Sms => self.handle_in_time::<SmsJob>(from_slice(payload)).await,
            Queue::Payment => self.handle_in_time::<PaymentJob>(from_slice(payload)).await,
            Queue::Maintenance => self.handle_in_time::<MaintenanceJob>(from_slice(payload)).await,
            Queue::Pictures => self.handle_in_time::<PicturesJob>(from_slice(payload)).await,
            Queue::RaffleDraws => self.handle_in_time::<RaffleDrawJob>(from_slice(payload)).await,
            Queue::StockRefills => self.handle_in_time::<StockRefillJob>(from_slice(payload)).await,
            Queue::RoundPlans => self.handle_in_time::<RoundPlanJob>(from_slice(payload)).await,
            Queue::ReleaseMails => self.handle_in_time::<ReleaseMailJob>(from_slice(payload)).await,
        }
    }

    /// Handles a job within its timeout. A payload that does not match its queue is a permanent error.
    async fn handle_in_time<J: Job>(&self, job: serde_json::Result<J>) -> Handled {
        let job = job.map_err(AbortError::new)?;
        let handling = AssertUnwindSafe(handle(job, Data::new(self.clone()))).catch_unwind();
        match tokio::time::timeout(J::TIMEOUT, handling).await {
            Ok(Ok(handled)) => handled,
            Ok(Err(_)) => Err("the handler panicked".into()),
            Err(elapsed) => Err(elapsed.into()),
        }
    }
}

/// Sends heartbeats. Without them the worker counts as dead, and another one takes over its job.
async fn send_heartbeats(pool: PgPool, process: String) {
    loop {
        tokio::time::sleep(queues::HEARTBEAT).await;
        let beat = async { execution::heartbeat(&mut *pool.acquire().await?, &process).await };
        if let Err(error) = beat.await {
            tracing::warn!(%error, "a heartbeat failed");
        }
    }
}

fn outcome_of(error: &BoxDynError) -> AttemptOutcome {
    if error.is::<AbortError>() { AttemptOutcome::Killed } else { AttemptOutcome::Failed }
}
