//! Reconciles a subscription with the provider after a crash, a lost response or a late webhook. Only the provider's state counts. Every
//! step is idempotent.

use chrono::{DateTime, Utc};

use super::model::{GRACE, PLANNED_LASTS, REQUEST_LASTS, Status, Subscription, UID};
use super::quote::trial_end;
use super::{queries, record};
use crate::clients::stripe::{
    InvoiceStatus, NewSubscription, PaymentIntent, PaymentIntentStatus, ProviderSubscription, StripeError,
    StripeInvoice, SubscriptionStatus,
};
use crate::ids::SubscriptionId;
use crate::payments::cards::ensure_customer;
use crate::payments::error::PaymentError;
use crate::payments::model::PaymentContext;
use crate::payments::queries as payments;
use crate::zone::Zone;

/// The state of a subscription, and the payment of its latest invoice, whatever that payment's state.
#[derive(Debug)]
pub struct SubscriptionState {
    pub subscription: Subscription,
    pub intent: Option<PaymentIntent>,
}

/// Retrieves a subscription from the provider, applies the diner's changes there, and records the result. None if the subscription does not
/// exist.
pub async fn reconcile(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<Option<SubscriptionState>, PaymentError> {
    let Some(subscription) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(None) };
    if subscription.status == Status::Ended {
        return Ok(Some(SubscriptionState { subscription, intent: None }));
    }
    let theirs = match &subscription.gateway_fid {
        Some(fid) => cx.stripe.retrieve_subscription(fid).await?,
        None => match create_at_provider(cx, &subscription).await? {
            Some(theirs) => theirs,
            None => return load_state(cx, id, None).await,
        },
    };
    // From here on its id is stored, even if this process dies.
    record::save_fid(&mut *cx.pool.acquire().await?, id, &theirs.id).await?;
    // During the provider's response, the diner may have cancelled, and another process may have updated the provider.
    let Some(subscription) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(None) };
    let failure = theirs.latest_invoice.as_ref().and_then(StripeInvoice::intent).and_then(PaymentIntent::failure_code);
    let failure = failure.map(str::to_owned);
    let theirs = apply_scheduled_changes(cx, &subscription, theirs).await?;
    let invoices = cx.stripe.list_invoices(&theirs.id).await?;
    let declined_card = declined_card(&subscription, &theirs);
    let mut tx = cx.pool.begin().await?;
    let snapshot = record::ProviderSnapshot {
        subscription: &theirs,
        invoices: &invoices,
        failure: failure.as_deref(),
        declined_card,
    };
    record::record(&mut tx, cx.rng, cx.clock.now(), id, &snapshot).await?;
    tx.commit().await?;
    let intent = theirs.latest_invoice.as_ref().and_then(StripeInvoice::intent).cloned();
    load_state(cx, id, intent).await
}

async fn load_state(
    cx: PaymentContext<'_>,
    id: SubscriptionId,
    intent: Option<PaymentIntent>,
) -> Result<Option<SubscriptionState>, PaymentError> {
    let subscription = queries::find(&mut *cx.pool.acquire().await?, id).await?;
    Ok(subscription.map(|subscription| SubscriptionState { subscription, intent }))
}

/// Creates a planned subscription at the provider, idempotent by its uid. Abandons it and returns None if it did not reach the provider
/// in time, if the diner has no card, or if the card is declined. An invalid request abandons it, too, and returns the error.
async fn create_at_provider(
    cx: PaymentContext<'_>,
    planned: &Subscription,
) -> Result<Option<ProviderSubscription>, PaymentError> {
    let customer = ensure_customer(cx.pool, cx.stripe, planned.user_id).await?;
    let now = cx.clock.now();
    if has_expired(planned, now) {
        let known = cx.stripe.list_subscriptions(&customer).await?;
        let known = known.into_iter().find(|known| planned.is_named_by(&known.metadata));
        if known.is_none() {
            record::abandon(cx, planned.id, None).await?;
        }
        return Ok(known);
    }
    let card = payments::find_card(&mut *cx.pool.acquire().await?, planned.user_id).await?;
    let Some(card) = card else {
        record::abandon(cx, planned.id, None).await?;
        return Ok(None);
    };
    cx.stripe.set_default_card(&customer, &card.gateway_fid).await?;
    if let Some(coupon) = &planned.coupon {
        cx.stripe.ensure_coupon(&coupon.uid, coupon.amount_off, coupon.duration_in_months).await?;
    }
    let wanted = NewSubscription {
        customer: &customer,
        price: &planned.price.stripe_price_id,
        trial_end: planned.trial_months.map(|months| trial_end(planned.created_at, months).timestamp()),
        coupon: planned.coupon.as_ref().map(|coupon| coupon.uid.as_str()),
        metadata: &[(UID, &planned.uid)],
    };
    match cx.stripe.create_subscription(&wanted, &planned.uid).await {
        Ok(created) => Ok(Some(created)),
        Err(StripeError::Card(error)) => {
            record::abandon(cx, planned.id, Some(error.decline_code.as_deref().unwrap_or(&error.code))).await?;
            Ok(None)
        }
        Err(error @ StripeError::InvalidRequest { .. }) => {
            record::abandon(cx, planned.id, None).await?;
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether a planned subscription is too late to be created: ten minutes after its request, or on another day than the one for which its
/// payments were shown. A trial ends on the shown day whenever it is created.
fn has_expired(planned: &Subscription, now: DateTime<Utc>) -> bool {
    let zone = Zone::default();
    let is_of_another_day = planned.trial_months.is_none() && zone.date_of(planned.created_at) != zone.date_of(now);
    let lasts = if is_of_another_day { REQUEST_LASTS } else { PLANNED_LASTS };
    planned.created_at + lasts <= now
}

/// Applies our row to the provider where they differ: ends a subscription whose first payment was declined, that another request replaced
/// before it was paid, whose renewal is unpaid after the grace period, or whose agreed end has passed; sets or withdraws its end with the
/// period; charges another card for a declined renewal.
async fn apply_scheduled_changes(
    cx: PaymentContext<'_>,
    ours: &Subscription,
    theirs: ProviderSubscription,
) -> Result<ProviderSubscription, PaymentError> {
    let now = cx.clock.now();
    let intent = theirs.latest_invoice.as_ref().and_then(StripeInvoice::intent);
    let is_refused = intent.is_some_and(|intent| {
        intent.status == PaymentIntentStatus::RequiresPaymentMethod && !awaits_cardholder(intent)
    });
    // A payment that the bank is processing cannot be cancelled.
    let is_processing = intent.is_some_and(|intent| intent.status == PaymentIntentStatus::Processing);
    let is_replaced = ours.withdrawn_at.is_some() && !is_processing;
    match theirs.status {
        // The first payment was declined or replaced: the subscription never began and is deleted.
        SubscriptionStatus::Incomplete if is_refused || is_replaced => end(cx, theirs).await,
        SubscriptionStatus::Incomplete => Ok(theirs),
        SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid => {
            if ours.past_due_since.is_some_and(|since| since + GRACE <= now) || has_ended(ours, now) {
                return end(cx, theirs).await;
            }
            charge_other_card(cx, ours, theirs).await
        }
        SubscriptionStatus::Trialing | SubscriptionStatus::Active => {
            let period_end = theirs.current_period_end().unwrap_or_default();
            let is_overrun = ours.ends_at.is_some_and(|end| end.timestamp() < period_end);
            if is_overrun && has_ended(ours, now) {
                return end(cx, theirs).await;
            }
            if theirs.cancel_at_period_end == ours.is_cancelled() {
                return Ok(theirs);
            }
            Ok(cx.stripe.set_cancel_at_period_end(&theirs.id, ours.is_cancelled()).await?)
        }
        _ => Ok(theirs),
    }
}

/// Whether the bank declined a payment off-session only because it wants to authenticate the cardholder. The diner's next request asks again
/// while they are present.
pub(super) fn awaits_cardholder(intent: &PaymentIntent) -> bool {
    intent.status == PaymentIntentStatus::RequiresPaymentMethod
        && intent.failure_code() == Some("authentication_required")
}

fn has_ended(ours: &Subscription, now: DateTime<Utc>) -> bool {
    ours.ends_at.is_some_and(|end| end <= now)
}

/// Ends it at the provider immediately, and retrieves it again; it may have ended already.
async fn end(cx: PaymentContext<'_>, theirs: ProviderSubscription) -> Result<ProviderSubscription, PaymentError> {
    match cx.stripe.cancel_subscription(&theirs.id).await {
        Ok(_) | Err(StripeError::InvalidRequest { .. }) => Ok(cx.stripe.retrieve_subscription(&theirs.id).await?),
        Err(error) => Err(error.into()),
    }
}

/// Returns the card that declined the renewal, according to the provider: the diner may have registered another one before we retrieved it.
/// If the provider does not name it, returns the recorded one.
fn declined_card<'a>(ours: &'a Subscription, theirs: &'a ProviderSubscription) -> Option<&'a str> {
    let intent = theirs.latest_invoice.as_ref().and_then(StripeInvoice::intent);
    intent.and_then(PaymentIntent::declined_card).or(ours.refused_card_fid.as_deref())
}

/// Charges another card of the diner for a declined renewal as soon as it is registered. Only the provider retries the declined card.
async fn charge_other_card(
    cx: PaymentContext<'_>,
    ours: &Subscription,
    theirs: ProviderSubscription,
) -> Result<ProviderSubscription, PaymentError> {
    let card = payments::find_card(&mut *cx.pool.acquire().await?, ours.user_id).await?;
    let open = theirs.latest_invoice.as_ref().filter(|invoice| invoice.status == InvoiceStatus::Open);
    let (Some(card), Some(invoice), Some(refused)) = (card, open, declined_card(ours, &theirs)) else {
        return Ok(theirs);
    };
    if card.gateway_fid == refused {
        return Ok(theirs);
    }
    let key = format!("{}:{}", invoice.id, card.gateway_fid);
    match cx.stripe.pay_invoice(&invoice.id, &card.gateway_fid, &key).await {
        Ok(_) | Err(StripeError::Card(_) | StripeError::InvalidRequest { .. }) => {
            Ok(cx.stripe.retrieve_subscription(&theirs.id).await?)
        }
        Err(error) => Err(error.into()),
    }
}
