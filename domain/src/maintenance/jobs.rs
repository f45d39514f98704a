//! An operator's actions on failed jobs. Each writes an audit row with queues and counts.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::cancellations;
use crate::ids::{MailDeliveryId, OnlineCancellationReleaseId, RestaurantId, SmsDeliveryId};
use crate::jobs::Queue;
use crate::jobs::queries::{self, JobSelector};
use crate::outbox::{mails, messages};

/// Restarts dead letters with all their attempts, or runs a failing job immediately. Returns the number of jobs.
pub async fn retry(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    which: JobSelector<'_>,
) -> sqlx::Result<usize> {
    let mut queues = queries::replay(conn, which).await?;
    if let (JobSelector::One(id), true) = (which, queues.is_empty()) {
        queues.extend(queries::run_now(conn, id).await?);
    }
    record(conn, now, actor, "jobs_retried", &queues).await
}

/// Deleted dead letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiscardedJobs {
    pub ids: Vec<String>,
    /// Number of those about payments. These are not abandoned: the sweeper enqueues unsettled money again.
    pub payments: usize,
    /// The part of them that is about raffles. These are not abandoned either: the sweeper enqueues a due draw again.
    pub draws: usize,
}

/// Deletes dead letters permanently. Their mails and text messages are never sent.
pub async fn discard(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    which: JobSelector<'_>,
) -> sqlx::Result<DiscardedJobs> {
    let discarded = queries::discard(conn, which).await?;
    let of = |queues: &'static [Queue]| {
        discarded.iter().filter(move |job| queues.iter().any(|queue| queue.as_str() == job.queue))
    };
    let mails = of(&[Queue::Mail, Queue::BulkMail]).filter_map(|job| job.payload["mail_delivery_id"].as_i64());
    let mails: Vec<_> = mails.map(MailDeliveryId).collect();
    mails::mark_discarded(conn, &mails, now).await?;
    let messages = of(&[Queue::Sms]).filter_map(|job| job.payload["sms_delivery_id"].as_i64());
    let messages: Vec<_> = messages.map(SmsDeliveryId).collect();
    messages::mark_dropped(conn, &messages, now).await?;
    let releases: Vec<_> = of(&[Queue::ReleaseMails]).filter_map(|job| release_of(&job.payload)).collect();
    cancellations::mails::mark_dropped(conn, &releases, now).await?;
    let payments = of(&[Queue::Payment]).count();
    let draws = of(&[Queue::RaffleDraws]).count();
    let (ids, queues): (Vec<_>, Vec<_>) = discarded.into_iter().map(|job| (job.id, job.queue)).unzip();
    record(conn, now, actor, "jobs_discarded", &queues).await?;
    Ok(DiscardedJobs { ids, payments, draws })
}

fn release_of(payload: &Value) -> Option<(RestaurantId, OnlineCancellationReleaseId)> {
    let (restaurant, release) = (payload["restaurant_id"].as_i64()?, payload["release_id"].as_i64()?);
    Some((RestaurantId(restaurant), OnlineCancellationReleaseId(release)))
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    action: &str,
    queues: &[String],
) -> sqlx::Result<usize> {
    if queues.is_empty() {
        return Ok(0);
    }
    let mut counts = BTreeMap::<&str, i64>::new();
    for queue in queues {
        *counts.entry(queue).or_default() += 1;
    }
    let detail = json!({ "queues": counts });
    audit::record(conn, now, Event { actor, action, restaurant: None, reservation: None, detail }).await?;
    Ok(queues.len())
}
