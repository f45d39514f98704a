//! The handlers of jobs, one for each queue. Errors contain no names, numbers or addresses, because the job table stores them.

use std::future::Future;
use std::time::Duration;

use apalis::prelude::{AbortError, BoxDynError, Data};
use domain::db;
use domain::ids::MailDeliveryId;
use domain::jobs::{
    BulkMailJob, MailJob, MaintenanceJob, Payload, PaymentJob, PhoneJob, PicturesJob, RaffleDrawJob, ReleaseMailJob,
    RoundPlanJob, SmsJob, StockRefillJob,
};
use domain::masters::pictures;
use domain::outbox::{mails, messages};
use domain::payments::cards;
use domain::payments::error::PaymentError;
use domain::payments::model::Subject;
use domain::refills::nightly;
use domain::{cancellations, maintenance, phone, raffles, rounds, settlement};
use tracing::Instrument;

use crate::instrumentation::{WorkKind, WorkTimer};
use crate::state::Worker;

/// The text that apalis stores for jobs that it releases. The retry policy does not count such an attempt, and the job waits again.
const RELEASED: &str = "Re-enqueued due to worker shutdown";

pub type Handled = Result<(), BoxDynError>;

/// The reason why an attempt failed.
#[derive(Debug)]
pub enum Failure {
    /// The job is retried with a growing backoff, or goes straight to the dead-letter queue.
    Error { is_retryable: bool, error: BoxDynError },
    /// The worker stops, and another worker takes the job.
    LetGo,
}

impl Failure {
    fn of(is_retryable: bool, error: impl Into<BoxDynError>) -> Self {
        Self::Error { is_retryable, error: error.into() }
    }
}

/// A kind of job: its `Payload` names the queue, and `run` is one attempt.
pub trait Job: Payload + Send + 'static {
    /// Number of jobs of the queue that a worker runs concurrently.
    const CONCURRENCY: usize;
    /// Maximum duration of an attempt.
    const TIMEOUT: Duration = Duration::from_secs(30);

    fn run(self, worker: &Worker) -> impl Future<Output = Result<(), Failure>> + Send;
}

/// Runs one attempt, measured and traced, and returns its result in apalis's form.
pub async fn handle<J: Job>(job: J, worker: Data<Worker>) -> Handled {
    let queue = J::QUEUE.as_str();
    let timed = WorkTimer::begin(WorkKind::Job, queue);
    // A timeout drops the attempt.
    let attempt = db::suspect_if_dropped(attempt(job, &worker, timed));
    match telemetry::are_traced() {
        true => {
            let span =
                tracing::info_span!(target: telemetry::SPANS, "job", otel.name = queue, otel.kind = "consumer", queue);
            attempt.instrument(span).await
        }
        false => attempt.await,
    }
}

/// Runs `work` unless the worker stops first.
async fn until_stopping<T>(worker: &Worker, work: impl Future<Output = T>) -> Result<T, Failure> {
    tokio::select! {
        done = db::suspect_if_dropped(work) => Ok(done),
        () = worker.stopping.cancelled() => Err(Failure::LetGo),
    }
}

async fn attempt<J: Job>(job: J, worker: &Worker, timed: WorkTimer) -> Handled {
    let ran = job.run(worker).await;
    // A released job counts as lost, like one whose worker was killed.
    if !matches!(ran, Err(Failure::LetGo)) {
        timed.end(&ran);
    }
    match ran {
        Ok(()) => Ok(()),
        Err(Failure::Error { is_retryable, error }) => {
            tracing::warn!(queue = J::QUEUE.as_str(), is_retryable, %error, "a job failed");
            Err(if is_retryable { error } else { AbortError::new(error).into() })
        }
        Err(Failure::LetGo) => Err(RELEASED.into()),
    }
}

impl Job for MailJob {
    const CONCURRENCY: usize = 8;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        deliver(self.mail_delivery_id, worker).await
    }
}

impl Job for BulkMailJob {
    const CONCURRENCY: usize = 8;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        deliver(self.mail_delivery_id, worker).await
    }
}

async fn deliver(id: MailDeliveryId, worker: &Worker) -> Result<(), Failure> {
    let delivered = mails::deliver(&worker.pool, &worker.outbox, worker.clock.now(), id).await;
    delivered.map_err(|error| Failure::of(error.is_retryable(), error))
}

impl Job for PhoneJob {
    const CONCURRENCY: usize = 4;

    /// Checks the calls of all open verifications. The sweep enqueues the next check, so a late or failed one loses no call.
    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let watched = phone::actions::watch(&worker.pool, &worker.twilio, worker.clock.now()).await;
        watched.map(drop).map_err(|error| Failure::of(phone::sms::is_retryable(&error), error))
    }
}

impl Job for SmsJob {
    const CONCURRENCY: usize = 8;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, outbox, twilio, signer, clock, .. } = worker;
        let now = clock.now();
        let sent = match self {
            Self::Code { confirmation_uuid } => phone::sms::send(pool, twilio, signer, now, &confirmation_uuid).await,
            Self::Message { sms_delivery_id } => messages::deliver(pool, outbox, now, sms_delivery_id).await,
        };
        sent.map_err(|error| Failure::of(phone::sms::is_retryable(&error), error))
    }
}

impl Job for PaymentJob {
    const CONCURRENCY: usize = 8;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let cx = worker.payments();
        let done = match self {
            Self::ProviderEvent { provider_event_id } => settlement::process_event(cx, provider_event_id).await,
            Self::Settle { subject_kind, restaurant_id, subject_id } => {
                let subject = Subject::of_job(&subject_kind, restaurant_id, subject_id);
                settlement::settle_subject(cx, subject.map_err(|error| Failure::of(false, error))?).await
            }
            Self::Refunds { subject_kind, restaurant_id, subject_id, payment_fid } => {
                let subject = Subject::of_job(&subject_kind, restaurant_id, subject_id);
                let subject = subject.map_err(|error| Failure::of(false, error))?;
                settlement::settle_refunds(cx, subject, &payment_fid).await
            }
            Self::DetachCard { payment_method_fid } => cards::detach(cx.stripe, &payment_method_fid).await,
        };
        done.map_err(|error| Failure::of(is_fixable(&error), error))
    }
}

fn is_fixable(error: &PaymentError) -> bool {
    match error {
        PaymentError::Provider(error) => error.is_retryable(),
        PaymentError::NotBooked | PaymentError::Disputed(_) | PaymentError::Database(_) => true,
        PaymentError::Declined(_) | PaymentError::NoCard | PaymentError::ForeignCard => false,
    }
}

impl Job for MaintenanceJob {
    const CONCURRENCY: usize = 4;
    /// A duty that is not divided into jobs of restaurants processes all of them, and may take the whole night.
    const TIMEOUT: Duration = Duration::from_secs(6 * 3600);

    /// Releases the duty when the worker stops.
    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, rng, clock, .. } = worker;
        let done = until_stopping(worker, maintenance::dispatch(pool, rng, clock, &self.schedule)).await?;
        let report = done.map_err(|error| Failure::of(error.is_retryable(), error))?;
        tracing::info!(schedule = report.name, done = report.done, millis = report.millis, "a duty has run");
        Ok(())
    }
}

impl Job for PicturesJob {
    const CONCURRENCY: usize = 2;

    /// Retries every error of the store: it may be unavailable, or its key may be wrong.
    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        pictures::remove_picture(&worker.pictures, &self.removed).await.map_err(|error| Failure::of(true, error))
    }
}

impl Job for RaffleDrawJob {
    const CONCURRENCY: usize = 2;

    /// Retries every error: the beacon may be unavailable or may have published a wrong signature, and the next attempt retrieves it again.
    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, beacon, rng, clock, .. } = worker;
        let drawn = raffles::sweep::draw_job(pool, beacon, rng, clock.now(), &self).await;
        drawn.map_err(|error| Failure::of(true, error))
    }
}

impl Job for StockRefillJob {
    /// One, with a pause after each restaurant: bookings run at the same time.
    const CONCURRENCY: usize = 1;
    /// The first refill of a large restaurant writes many slots.
    const TIMEOUT: Duration = Duration::from_secs(600);

    /// Releases the restaurant when the worker stops.
    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, rng, clock, .. } = worker;
        let ran = until_stopping(worker, nightly::run_one(pool, rng, clock.now(), self.restaurant_id)).await?;
        let nightly::RefillOutcome { templates, incomplete, created, .. } =
            ran.map_err(|error| Failure::of(true, error))?;
        tracing::info!(restaurant = self.restaurant_id.0, templates, incomplete, created, "refilled");
        Ok(())
    }
}

impl Job for RoundPlanJob {
    const CONCURRENCY: usize = 2;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, rng, clock, .. } = worker;
        let made = rounds::actions::sweep(pool, rng, clock.now(), Some(self.restaurant_id)).await;
        made.map(drop).map_err(|error| Failure::of(true, error))
    }
}

impl Job for ReleaseMailJob {
    const CONCURRENCY: usize = 4;

    async fn run(self, worker: &Worker) -> Result<(), Failure> {
        let Worker { pool, rng, clock, .. } = worker;
        let mailed = cancellations::mails::mail_job(pool, rng, clock.now(), &self).await;
        mailed.map_err(|error| Failure::of(true, error))
    }
}
