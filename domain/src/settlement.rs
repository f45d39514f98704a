//! Settles payments: retrieves the state of a subject's charges from the provider; the subject's own area decides what follows.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use crate::adjustments;
use crate::disputes;
use crate::ids::{ProviderEventId, SubscriptionId};
use crate::jobs::WaitingJobs;
use crate::payments;
use crate::payments::error::PaymentError;
use crate::payments::events::EventSubject;
use crate::payments::model::{PaymentContext, Subject};
use crate::payments::queries::settlement::{Unsettled, list_unsettled, touch};
use crate::payments::{actions, events, refunds, settle as charges, statement};
use crate::plans;
use crate::progress::Failures;
use crate::reservations::holds::on_payment;
use crate::reservations::payment_notifications;
use crate::reservations::queries::list_paid_but_pending;
use crate::rng::Rng;

/// Time for which the sweeper leaves charges to the request that processes them.
const SWEEP_DELAY: Duration = Duration::seconds(15);
const BATCH: i64 = 100;
/// Subjects of each kind that a count or a command considers.
const MAX_COUNT: i64 = 10_000;

/// The request that makes a charge books it, otherwise the sweeper soon afterwards.
const BOOKED_WITHIN: Duration = Duration::hours(1);

/// Reconciles a subject's charges with the provider, and lets its area apply and announce the consequences. Every step is idempotent. A
/// charge that cannot be collected delays neither refunds nor mails; its error is returned after them. Without an error, the subject is
/// marked as checked, so that the sweeper skips it for a while.
pub async fn settle_subject(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    charges::close_void_charges(cx, subject).await?;
    let settled = charges::retrieve_outcome(cx, subject).await?;
    let collected = match settled.subject {
        Subject::Reservation(_, id) => on_payment::settle_reservation(cx, id, &settled.outcome).await,
        Subject::Subscription(id) => settle_subscription(cx, id).await,
        Subject::Correction(..) => charges::collect_unpaid(cx, subject).await,
    };
    let refunded = make_refunds(cx, subject).await;
    let announced = announce(cx, subject).await;
    collected.and(refunded).and(announced)?;
    Ok(touch(&mut *cx.pool.acquire().await?, subject, cx.clock.now()).await?)
}

async fn make_refunds(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    match refunds::make_due(cx, subject).await {
        // The provider knows a dispute that is not recorded here: its refund waits for the decision.
        Err(PaymentError::Disputed(payment)) => disputes::actions::record_of_payment(cx, &payment).await,
        made => made,
    }
}

/// Records adjustments that were made, and queues the mails about them and about unpaid fees.
async fn announce(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let mut tx = cx.pool.begin().await?;
    adjustments::settle(&mut tx, cx.rng, cx.clock.now(), subject).await?;
    if let Subject::Reservation(_, id) = subject {
        payment_notifications::notify(&mut tx, cx.rng, cx.clock.now(), id).await?;
    }
    Ok(tx.commit().await?)
}

/// Settles a subscription. It is not renewed if one of its payments is disputed.
async fn settle_subscription(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<(), PaymentError> {
    let is_disputed = payments::disputes::has_any(&mut *cx.pool.acquire().await?, Subject::Subscription(id)).await?;
    if is_disputed {
        let mut tx = cx.pool.begin().await?;
        plans::cancel::stop_renewing(&mut tx, cx.rng, cx.clock.now(), id).await?;
        tx.commit().await?;
    }
    // A charge may be planned for a subscription without a row: its card is charged as for any other charge.
    if plans::reconcile::reconcile(cx, id).await?.is_none() {
        charges::collect_unpaid(cx, Subject::Subscription(id)).await?;
    }
    Ok(())
}

/// Records the refunds that the provider knows of a payment, and settles its subject. A payment that only the settlement books has its
/// refunds recorded after it.
pub async fn settle_refunds(cx: PaymentContext<'_>, subject: Subject, payment: &str) -> Result<(), PaymentError> {
    let is_recorded = refunds::reconcile(cx, subject, payment).await?;
    settle_subject(cx, subject).await?;
    if !is_recorded {
        refunds::reconcile(cx, subject, payment).await?;
    }
    Ok(())
}

/// Processes a stored event of the provider: settles its subject by the provider's present state, whatever the event claims.
pub async fn process_event(cx: PaymentContext<'_>, provider_event_id: ProviderEventId) -> Result<(), PaymentError> {
    let about = events::find_about(&mut *cx.pool.acquire().await?, provider_event_id).await?;
    let subject = match about {
        Some(EventSubject::Subject(subject)) => Some(subject),
        Some(EventSubject::Payment { subject, payment }) => {
            actions::record_missing(cx, subject, &payment).await?;
            Some(subject)
        }
        Some(EventSubject::Refunds { subject, payment }) => {
            settle_refunds(cx, subject, &payment).await?;
            None
        }
        Some(EventSubject::Payout) => {
            statement::read(cx).await?;
            None
        }
        Some(EventSubject::Dispute { fid, received_at }) => dispute(cx, &fid, received_at).await?,
        None => None,
    };
    if let Some(subject) = subject {
        settle_subject(cx, subject).await?;
    }
    let now = cx.clock.now();
    Ok(events::mark_processed(&mut *cx.pool.acquire().await?, provider_event_id, now).await?)
}

/// Records a dispute. Its event may arrive before its charge is booked here; a charge that is not booked within an hour is not ours.
async fn dispute(
    cx: PaymentContext<'_>,
    fid: &str,
    received_at: DateTime<Utc>,
) -> Result<Option<Subject>, PaymentError> {
    let subject = disputes::actions::record(cx, fid).await?;
    if subject.is_none() && cx.clock.now() < received_at + BOOKED_WITHIN {
        return Err(PaymentError::NotBooked);
    }
    Ok(subject)
}

/// Returns subjects that are unsettled and have not changed since `before`, without duplicates: open charges, due refunds, paid holds that
/// are not bookings yet, subscriptions whose check at the provider is due, and adjustments whose mails are not queued; at most 100 of each
/// kind.
pub async fn list_due(conn: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<Vec<Unsettled>> {
    list_at_most(conn, before, BATCH).await
}

async fn list_at_most(conn: &mut PgConnection, before: DateTime<Utc>, most: i64) -> sqlx::Result<Vec<Unsettled>> {
    let mut due = list_unsettled(conn, before, most).await?;
    due.extend(list_paid_but_pending(conn, before, most).await?);
    due.extend(plans::queries::list_due(conn, before, most).await?);
    due.extend(adjustments::list_due(conn, before, most).await?);
    due.sort_unstable_by_key(|one| one.subject);
    due.dedup_by_key(|one| one.subject);
    Ok(due)
}

/// Counts payments that have not changed for a while, with the oldest time. Counts at most ten thousand of each kind.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    let due = list_at_most(conn, now - SWEEP_DELAY, MAX_COUNT).await?;
    let since = due.iter().map(|one| one.moved_at).min();
    Ok(WaitingJobs { count: i64::try_from(due.len()).unwrap_or(i64::MAX), since })
}

/// Runs the reconciling sweep: enqueues the settlement of subjects that have not changed for a while, at most 100 of each kind. Returns
/// their number. While the provider is unavailable or rejects the calls, it enqueues one job an hour, because a job is retried anyway. A
/// failing subject does not stop the others; its error is returned after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    enqueue(pool, rng, now, BATCH).await
}

/// Does the same for at most ten thousand subjects of each kind. A subject stays due until its job has run, so a repeated sweep would not
/// reach the ones after the first 100.
pub async fn enqueue_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    enqueue(pool, rng, now, MAX_COUNT).await
}

async fn enqueue(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, most: i64) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let due = list_at_most(&mut conn, now - SWEEP_DELAY, most).await?;
    let (mut pushed, mut failures) = (0, Failures::none());
    for one in &due {
        let hour = now.timestamp() / 3600;
        let key = format!("settle:{}:{}:{hour}", one.subject, one.moved_at.timestamp_micros());
        let enqueued = actions::push_settle(&mut conn, rng, one.subject, Some(&key)).await;
        pushed += usize::from(failures.pass(format_args!("settlement of {}", one.subject), enqueued).is_some());
    }
    failures.or(pushed)
}
