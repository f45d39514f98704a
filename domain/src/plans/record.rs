//! Records the provider's state of a subscription in one transaction with its consequences: opens or closes the tier, books received money
//! and mails the diner.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::mails;
use super::model::{Status, Subscription, access_until, check_at};
use super::queries;
use super::trials;
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::{InvoiceStatus, ProviderSubscription, StripeInvoice};
use crate::ids::{ChargeId, SubscriptionId};
use crate::money::Yen;
use crate::payments::error::PaymentError;
use crate::payments::model::PaymentContext;
use crate::payments::queries as payments;
use crate::payments::subscriptions::{Taken, record_paid_invoice};
use crate::rng::Rng;

/// How long before the end of a free trial the diner is reminded of the first payment. Live subscriptions are checked daily.
const TRIAL_NOTICE: Duration = Duration::days(7);

/// The provider's state of a subscription, retrieved by a call. A webhook's content is never used: a webhook only triggers the call.
pub(super) struct ProviderSnapshot<'a> {
    pub subscription: &'a ProviderSubscription,
    /// Newest first.
    pub invoices: &'a [StripeInvoice],
    /// Why the latest payment failed.
    pub failure: Option<&'a str>,
    /// The card that declined it.
    pub declined_card: Option<&'a str>,
}

pub(super) async fn save_fid(conn: &mut PgConnection, id: SubscriptionId, fid: &str) -> sqlx::Result<()> {
    sqlx::query!("UPDATE subscriptions SET gateway_fid = $2 WHERE id = $1 AND gateway_fid IS NULL", id.0, fid)
        .execute(conn)
        .await?;
    Ok(())
}

/// Abandons a subscription that the provider does not know.
pub(super) async fn abandon(
    cx: PaymentContext<'_>,
    id: SubscriptionId,
    failure: Option<&str>,
) -> Result<(), PaymentError> {
    let mut tx = cx.pool.begin().await?;
    let subscription = queries::lock(&mut tx, id).await?;
    if subscription.status == Status::Planned && subscription.gateway_fid.is_none() {
        end(&mut tx, cx.rng, cx.clock.now(), &subscription, failure).await?;
    }
    Ok(tx.commit().await?)
}

/// Records a snapshot. An ended subscription stays ended.
pub(super) async fn record(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: SubscriptionId,
    snapshot: &ProviderSnapshot<'_>,
) -> sqlx::Result<()> {
    let before = queries::lock(conn, id).await?;
    if before.status == Status::Ended {
        return Ok(());
    }
    let status = Status::of_provider(snapshot.subscription.status).unwrap_or(before.status);
    // The bank accepted the payment of an attempt while it was ended: the tier never opened.
    let is_void = status == Status::Ended && before.started_at.is_none();
    book_invoices(conn, rng, now, &before, snapshot.invoices, is_void).await?;
    if status == Status::Ended {
        return end(conn, rng, now, &before, snapshot.failure).await;
    }
    let their_end = snapshot.subscription.current_period_end().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let period_end = their_end.or(before.current_period_end);
    let past_due_since = (status == Status::PastDue).then(|| before.past_due_since.unwrap_or(now));
    // If the diner changed the agreed end in the meantime, the next check is due immediately.
    let is_agreed = status == Status::PastDue || snapshot.subscription.cancel_at_period_end == before.is_cancelled();
    let next_check = if is_agreed { check_at(status, now, period_end) } else { now };
    let until = status.is_live().then(|| access_until(before.ends_at, past_due_since, period_end.unwrap_or(now)));
    sqlx::query!(
        "UPDATE subscriptions SET status = $2, current_period_end = $3, past_due_since = $4, access_until = $5,
             started_at = CASE WHEN $6 THEN coalesce(started_at, $7) END, failure_code = $8, refused_card_fid = $9,
             check_at = $10, withdrawn_at = CASE WHEN $6 THEN NULL ELSE withdrawn_at END, updated_at = $7
         WHERE id = $1",
        id.0,
        status.as_str(),
        period_end,
        past_due_since,
        until,
        status.is_live(),
        now,
        snapshot.failure.filter(|_| status == Status::PastDue || status == Status::Incomplete),
        snapshot.declined_card.filter(|_| status == Status::PastDue),
        next_check,
    )
    .execute(&mut *conn)
    .await?;
    queries::refresh_premium_grade(conn, before.user_id, now).await?;
    if status.is_live() && before.started_at.is_none() {
        record_action(conn, now, &before, "subscription.started").await?;
        mails::queue(conn, rng, now, mails::WELCOME, &before, "").await?;
    }
    let is_ending = period_end.is_some_and(|end| end - now <= TRIAL_NOTICE);
    if status == Status::Trialing && is_ending && !before.is_cancelled() {
        mails::queue(conn, rng, now, mails::TRIAL_ENDING, &before, "").await?;
    }
    if status == Status::PastDue && before.status != Status::PastDue {
        record_action(conn, now, &before, "subscription.past_due").await?;
        let invoice = snapshot.subscription.latest_invoice.as_ref().map_or("", |invoice| invoice.id.as_str());
        mails::queue(conn, rng, now, mails::FAILED, &before, invoice).await?;
    }
    Ok(())
}

/// Books every paid invoice over zero yen that is not booked yet, and mails a receipt. An invoice of a void subscription, or for a period that
/// begins at or after the agreed end, becomes due for a refund and gets no receipt.
async fn book_invoices(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    subscription: &Subscription,
    invoices: &[StripeInvoice],
    is_void: bool,
) -> sqlx::Result<()> {
    let paid = |invoice: &&StripeInvoice| invoice.status == InvoiceStatus::Paid && invoice.amount_paid > Yen::ZERO;
    for invoice in invoices.iter().rev().filter(paid) {
        let taken = Taken {
            subscription: subscription.id,
            diner: subscription.user_id,
            invoice: &invoice.id,
            payment: invoice.intent_id(),
            amount: invoice.amount_paid,
        };
        let Some(charge) = record_paid_invoice(conn, now, &taken).await? else { continue };
        let agreed_end = subscription.ends_at.map(|end| end.timestamp());
        if is_void || agreed_end.zip(invoice.covers_from()).is_some_and(|(end, from)| end <= from) {
            refund(conn, now, subscription, charge).await?;
        } else {
            mails::queue(conn, rng, now, mails::RECEIPT, subscription, &invoice.id).await?;
        }
    }
    Ok(())
}

async fn refund(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    subscription: &Subscription,
    charge: ChargeId,
) -> sqlx::Result<()> {
    let charges = payments::list_charges(conn, subscription.subject()).await?;
    if let Some(charge) = charges.iter().find(|known| known.id == charge) {
        payments::set_refund_due(conn, charge, charge.amount, now).await?;
    }
    Ok(())
}

/// Ends a subscription here. If it never began, its trial and its coupon code can be used again, and the diner gets no mail.
async fn end(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    before: &Subscription,
    failure: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE subscriptions SET status = 'ended', ended_at = $2, access_until = least(access_until, $2), updated_at = $2,
             failure_code = coalesce($3, failure_code), trial_months = CASE WHEN started_at IS NOT NULL THEN trial_months END
         WHERE id = $1",
        before.id.0,
        now,
        failure,
    )
    .execute(&mut *conn)
    .await?;
    if before.started_at.is_none() {
        trials::release(conn, before.id).await?;
        sqlx::query!(
            "UPDATE user_coupon_codes u SET user_id = NULL, used_at = NULL FROM subscriptions s
             WHERE s.id = $1 AND u.restaurant_id = s.coupon_restaurant_id AND u.id = s.user_coupon_code_id",
            before.id.0
        )
        .execute(&mut *conn)
        .await?;
    } else {
        record_action(conn, now, before, "subscription.ended").await?;
        mails::queue(conn, rng, now, mails::ENDED, before, "").await?;
    }
    queries::refresh_premium_grade(conn, before.user_id, now).await
}

async fn record_action(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    subscription: &Subscription,
    action: &str,
) -> sqlx::Result<()> {
    let detail = json!({ "subscription_id": subscription.id, "grade": subscription.grade });
    let event = Event { actor: Actor::System, action, restaurant: None, reservation: None, detail };
    audit::record(conn, now, event).await
}
