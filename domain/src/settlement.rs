//! Settling money: the provider is asked what happened to a subject's charges, and the subject's own area decides what
//! follows.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use crate::ids::SubscriptionId;
use crate::jobs::WaitingJobs;
use crate::payments::error::PaymentError;
use crate::payments::events::EventSubject;
use crate::payments::model::{PaymentContext, Subject};
use crate::payments::queries::{Unsettled, list_unsettled};
use crate::payments::{actions, disputes, events, settle as charges};
use crate::plans;
use crate::reservations::holds::on_payment;
use crate::reservations::payment_notifications;
use crate::reservations::queries::list_paid_but_pending;
use crate::rng::Rng;

/// How long the sweeper leaves charges to the request that is busy with them.
const PATIENCE: Duration = Duration::seconds(15);
const BATCH: i64 = 100;

/// A charge is booked by the request that asked for it, or by the sweeper soon after.
const BOOKED_WITHIN: Duration = Duration::hours(1);

/// Brings a subject's charges and the provider to agree, and lets its area do what follows and say so. Every step may be
/// repeated.
pub async fn settle_subject(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    charges::close_void(cx, subject).await?;
    let settled = charges::retrieve_outcome(cx, subject).await?;
    match settled.subject {
        Subject::Reservation(_, id) => on_payment::settle_reservation(cx, id, &settled.outcome).await?,
        Subject::Subscription(id) => settle_subscription(cx, id).await?,
        Subject::Correction(..) => charges::collect_owed(cx, subject).await?,
    }
    charges::finish(cx, subject).await?;
    if let Subject::Reservation(_, id) = subject {
        let mut tx = cx.pool.begin().await?;
        payment_notifications::notify(&mut tx, cx.rng, cx.clock.now(), id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// One whose payment its cardholder disputes is not renewed.
async fn settle_subscription(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<(), PaymentError> {
    let is_disputed = disputes::has_any(&mut *cx.pool.acquire().await?, Subject::Subscription(id)).await?;
    if is_disputed {
        let mut tx = cx.pool.begin().await?;
        plans::cancel::stop_renewing(&mut tx, cx.rng, cx.clock.now(), id).await?;
        tx.commit().await?;
    }
    // A charge may be planned for a subscription that is not kept here: its card is asked as for any other debt.
    if plans::reconcile::reconcile(cx, id).await?.is_none() {
        charges::collect_owed(cx, Subject::Subscription(id)).await?;
    }
    Ok(())
}

/// Acts on a stored event of the provider: its subject is settled by asking the provider, whatever the event claims.
pub async fn process_event(cx: PaymentContext<'_>, provider_event_id: i64) -> Result<(), PaymentError> {
    let about = events::find_about(&mut *cx.pool.acquire().await?, provider_event_id).await?;
    let subject = match about {
        Some(EventSubject::Subject(subject)) => Some(subject),
        Some(EventSubject::Dispute { fid, received_at }) => dispute(cx, &fid, received_at).await?,
        None => None,
    };
    if let Some(subject) = subject {
        settle_subject(cx, subject).await?;
    }
    let now = cx.clock.now();
    Ok(events::mark_processed(&mut *cx.pool.acquire().await?, provider_event_id, now).await?)
}

/// Writes a dispute down. It may be told of before its charge is booked here; what is not booked for an hour is none of ours.
async fn dispute(
    cx: PaymentContext<'_>,
    fid: &str,
    received_at: DateTime<Utc>,
) -> Result<Option<Subject>, PaymentError> {
    let subject = disputes::record(cx, fid).await?;
    if subject.is_none() && cx.clock.now() < received_at + BOOKED_WITHIN {
        return Err(PaymentError::NotBooked);
    }
    Ok(subject)
}

/// Subjects whose money is unsettled and has not moved since `before`, each once: open charges, refunds still due, holds
/// that are paid and no booking yet, and subscriptions that the provider is to be asked about.
pub async fn list_due(conn: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<Vec<Unsettled>> {
    list_at_most(conn, before, BATCH).await
}

async fn list_at_most(conn: &mut PgConnection, before: DateTime<Utc>, most: i64) -> sqlx::Result<Vec<Unsettled>> {
    let mut due = list_unsettled(conn, before, most).await?;
    due.extend(list_paid_but_pending(conn, before, most).await?);
    due.extend(plans::queries::list_due(conn, before, most).await?);
    due.sort_unstable_by_key(|one| one.subject);
    due.dedup_by_key(|one| one.subject);
    Ok(due)
}

/// How many payments have not moved for a while, and since when the first has not; beyond ten thousand they are counted no further.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    const MOST: i64 = 10_000;
    let due = list_at_most(conn, now - PATIENCE, MOST).await?;
    let since = due.iter().map(|one| one.moved_at).min();
    Ok(WaitingJobs { count: i64::try_from(due.len()).unwrap_or(i64::MAX), since })
}

/// The reconciling sweeper: asks the worker to settle whatever has not moved for a while. How many there were. While it does
/// not move, because the provider is away or refuses, one job an hour is enough: it is tried again by itself.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let due = list_due(&mut conn, now - PATIENCE).await?;
    for one in &due {
        let hour = now.timestamp() / 3600;
        let key = format!("settle:{}:{}:{hour}", one.subject, one.moved_at.timestamp_micros());
        actions::push_settle(&mut conn, rng, one.subject, Some(&key)).await?;
    }
    Ok(due.len())
}
