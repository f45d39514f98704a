//! Jobs for the worker, enqueued in the transaction of the write that needs them: the job exists exactly if the write does.
//!
//! Payloads contain only ids and a locale. Handlers are idempotent, reload the state, and return without an error if the job is obsolete.

pub mod cron;
pub mod execution;
pub mod queries;
mod redaction;
pub mod schedules;

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use ulid::Ulid;

use crate::ids::{MailDeliveryId, OnlineCancellationReleaseId, ProviderEventId, RestaurantId, SmsDeliveryId};
use crate::rng::Rng;
use crate::text_enum::text_enum;

pub use redaction::RedactedError;

text_enum! {
    /// A queue's name is data in the job table: it outlives any Rust type and is never renamed.
    pub enum Queue {
        Mail = "mail",
        /// Bulk mails. Mails to one person are in `Mail` and never wait behind these.
        BulkMail = "bulk_mail",
        Phone = "phone",
        Sms = "sms",
        Payment = "payment",
        Maintenance = "maintenance",
        Pictures = "pictures",
        RaffleDraws = "raffle_draws",
        StockRefills = "stock_refills",
        RoundPlans = "round_plans",
        ReleaseMails = "release_mails",
    }
}

impl Queue {
    /// Returns the maximum number of attempts before a job becomes a dead letter. With the doubling backoff, 10 attempts span 17 minutes
    /// and 14 attempts more than four hours.
    const fn max_attempts(self) -> i32 {
        match self {
            Self::Phone | Self::Maintenance => 3,
            Self::Sms | Self::StockRefills | Self::RoundPlans => 6,
            Self::Mail | Self::BulkMail | Self::RaffleDraws | Self::ReleaseMails => 12,
            Self::Payment | Self::Pictures => 14,
        }
    }
}

/// Sends one row of `mail_deliveries`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MailJob {
    pub mail_delivery_id: MailDeliveryId,
}

/// Sends one row of `mail_deliveries` that is bulk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BulkMailJob {
    pub mail_delivery_id: MailDeliveryId,
}

/// Reads the provider's incoming calls for the open verifications.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PhoneJob {
    pub verification_uuid: String,
}

/// Sends one text message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SmsJob {
    /// The code of an SMS confirmation.
    Code { confirmation_uuid: String },
    /// One row of `sms_deliveries`.
    Message { sms_delivery_id: SmsDeliveryId },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PaymentJob {
    /// Processes one stored event of the card provider.
    ProviderEvent { provider_event_id: ProviderEventId },
    /// Reconciles the charges of a subject (a reservation, for instance) with the provider, and makes due refunds.
    Settle { subject_kind: String, restaurant_id: RestaurantId, subject_id: i64 },
    /// Records the refunds of a payment that the provider's statement contains, and settles its subject.
    Refunds { subject_kind: String, restaurant_id: RestaurantId, subject_id: i64, payment_fid: String },
    /// Deletes a card of an erased account at the provider.
    DetachCard { payment_method_fid: String },
}

/// The work of a schedule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MaintenanceJob {
    pub schedule: String,
}

/// Deletes the files of removed pictures from their storage.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PicturesJob {
    pub removed: Vec<String>,
}

/// Draws one raffle whose beacon is published.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RaffleDrawJob {
    pub restaurant_id: RestaurantId,
    pub raffle_round_uid: String,
}

/// Runs the nightly refill of one restaurant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StockRefillJob {
    pub restaurant_id: RestaurantId,
}

/// Creates the next rounds of the periodic plans of one restaurant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoundPlanJob {
    pub restaurant_id: RestaurantId,
}

/// Writes the mails of one release of a cancellation slot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReleaseMailJob {
    pub restaurant_id: RestaurantId,
    pub release_id: OnlineCancellationReleaseId,
}

/// Number of waiting items, and since when the oldest of them waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingJobs {
    pub count: i64,
    pub since: Option<DateTime<Utc>>,
}

/// Associates a payload with its queue.
pub trait Payload: Serialize {
    const QUEUE: Queue;
}

impl<P: Payload> Payload for &P {
    const QUEUE: Queue = P::QUEUE;
}

impl Payload for MailJob {
    const QUEUE: Queue = Queue::Mail;
}
impl Payload for BulkMailJob {
    const QUEUE: Queue = Queue::BulkMail;
}
impl Payload for PhoneJob {
    const QUEUE: Queue = Queue::Phone;
}
impl Payload for SmsJob {
    const QUEUE: Queue = Queue::Sms;
}
impl Payload for PaymentJob {
    const QUEUE: Queue = Queue::Payment;
}
impl Payload for MaintenanceJob {
    const QUEUE: Queue = Queue::Maintenance;
}
impl Payload for PicturesJob {
    const QUEUE: Queue = Queue::Pictures;
}
impl Payload for RaffleDrawJob {
    const QUEUE: Queue = Queue::RaffleDraws;
}
impl Payload for StockRefillJob {
    const QUEUE: Queue = Queue::StockRefills;
}
impl Payload for RoundPlanJob {
    const QUEUE: Queue = Queue::RoundPlans;
}
impl Payload for ReleaseMailJob {
    const QUEUE: Queue = Queue::ReleaseMails;
}

/// Enqueues a job in the caller's transaction. A second push with the same `key` has no effect.
pub async fn push<P: Payload>(conn: &mut PgConnection, rng: &Rng, payload: &P, key: Option<&str>) -> sqlx::Result<()> {
    push_all(conn, rng, vec![(payload, key.map(str::to_owned))]).await
}

/// Enqueues jobs in one statement, each with its key if it has one.
async fn push_all<P: Payload>(conn: &mut PgConnection, rng: &Rng, jobs: Vec<(P, Option<String>)>) -> sqlx::Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let ids = new_ids(rng, jobs.len());
    let (payloads, keys): (Vec<_>, Vec<_>) = jobs.into_iter().map(|(payload, key)| (encode(&payload), key)).unzip();
    sqlx::query!(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, priority, metadata, idempotency_key)
         SELECT n.id, $1, n.job, 'Pending', 0, $2, now(), 0, ''::hstore, n.key
         FROM unnest($3::text[], $4::bytea[], $5::text[]) WITH ORDINALITY AS n (id, job, key, place) ORDER BY n.place
         ON CONFLICT (job_type, idempotency_key) DO NOTHING",
        P::QUEUE.as_str(),
        P::QUEUE.max_attempts(),
        &ids,
        &payloads,
        &keys as &[Option<String>],
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// When a key that was used before enqueues its job again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// After the job is done. A dead letter stays dead until an operator replays or deletes it.
    WhenDone,
    /// Also this long after its last failed attempt, with all its attempts: the job never becomes a dead letter while its row is due.
    AfterFailure(Duration),
}

/// Enqueues the jobs of due rows, each with the key of its row, and returns the number of jobs that were enqueued. Jobs that wait or run
/// stay as they are, so a sweep can repeat the call while the row is due.
pub async fn push_due<P: Payload>(
    conn: &mut PgConnection,
    rng: &Rng,
    jobs: Vec<(P, String)>,
    repeat: Repeat,
) -> sqlx::Result<usize> {
    if jobs.is_empty() {
        return Ok(0);
    }
    let ids = new_ids(rng, jobs.len());
    let (payloads, keys): (Vec<_>, Vec<_>) = jobs.into_iter().map(|(payload, key)| (encode(&payload), key)).unzip();
    let retry_after_seconds = match repeat {
        Repeat::WhenDone => None,
        Repeat::AfterFailure(pause) => Some(pause.as_seconds_f64()),
    };
    let enqueued = sqlx::query!(
        "INSERT INTO apalis.jobs AS j (id, job_type, job, status, attempts, max_attempts, run_at, priority, metadata, idempotency_key)
         SELECT n.id, $1, n.job, 'Pending', 0, $2, now(), 0, ''::hstore, n.key
         FROM unnest($3::text[], $4::bytea[], $5::text[]) WITH ORDINALITY AS n (id, job, key, place) ORDER BY n.place
         ON CONFLICT (job_type, idempotency_key) DO UPDATE
         SET status = 'Pending', job = excluded.job, attempts = 0, max_attempts = excluded.max_attempts, run_at = now(), done_at = NULL,
             lock_by = NULL, lock_at = NULL, last_result = NULL
         WHERE j.status = 'Done'
            OR j.status IN ('Failed', 'Killed') AND coalesce(j.done_at, j.run_at) <= now() - make_interval(secs => $6::float8)",
        P::QUEUE.as_str(),
        P::QUEUE.max_attempts(),
        &ids,
        &payloads,
        &keys,
        retry_after_seconds,
    );
    let enqueued = enqueued.execute(conn).await?.rows_affected();
    Ok(usize::try_from(enqueued).unwrap_or(usize::MAX))
}

fn new_ids(rng: &Rng, count: usize) -> Vec<String> {
    (0..count).map(|_| Ulid::from_bytes(rng.bytes()).to_string()).collect()
}

fn encode(payload: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(payload).expect("payloads are plain structs")
}

/// Deletes jobs that were done two weeks ago, and workers without a heartbeat for a day. Dead letters stay until an operator replays or
/// deletes them. Uses the wall clock, as the job table does.
pub async fn prune(conn: &mut PgConnection, wall: DateTime<Utc>) -> sqlx::Result<u64> {
    let jobs =
        sqlx::query!("DELETE FROM apalis.jobs WHERE status = 'Done' AND done_at < $1", wall - Duration::days(14),)
            .execute(&mut *conn)
            .await?;
    let workers = sqlx::query!(
        "DELETE FROM apalis.workers w
         WHERE last_seen < $1 AND NOT EXISTS (SELECT 1 FROM apalis.jobs j WHERE j.lock_by = w.id)",
        wall - Duration::days(1),
    )
    .execute(conn)
    .await?;
    Ok(jobs.rows_affected() + workers.rows_affected())
}
