//! Bringing a subscription and the provider to agree, whatever a crash, a lost answer or a late webhook left behind. Only the
//! provider's word counts. Every step may be repeated.

use chrono::{DateTime, Months, Utc};

use super::model::{GRACE, PLANNED_LASTS, Status, Subscription, UID};
use super::{queries, record};
use crate::clients::stripe::{
    Invoice, InvoiceStatus, NewSubscription, PaymentIntent, PaymentIntentStatus, StripeError, Subscription as Told,
    SubscriptionStatus,
};
use crate::ids::SubscriptionId;
use crate::payments::cards::ensure_customer;
use crate::payments::error::PaymentError;
use crate::payments::model::PaymentContext;
use crate::payments::queries as payments;

/// How a subscription stands, and the payment that it waits for.
#[derive(Debug)]
pub struct Standing {
    pub subscription: Subscription,
    pub intent: Option<PaymentIntent>,
}

/// Asks the provider how a subscription stands, makes it keep what was promised to the diner, and writes down what is so.
/// Nothing for a subscription that does not exist.
pub async fn settle(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<Option<Standing>, PaymentError> {
    let Some(subscription) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(None) };
    if subscription.status == Status::Ended {
        return Ok(Some(Standing { subscription, intent: None }));
    }
    let told = match &subscription.gateway_fid {
        Some(fid) => cx.stripe.retrieve_subscription(fid).await?,
        None => match tell(cx, &subscription).await? {
            Some(told) => told,
            None => return stand(cx, id, None).await,
        },
    };
    // From here on its id is known, whatever becomes of this process.
    record::note_fid(&mut *cx.pool.acquire().await?, id, &told.id).await?;
    // While the provider was asked, its diner may have cancelled, and the provider may have been told.
    let Some(subscription) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(None) };
    let failure = told.latest_invoice.as_ref().and_then(Invoice::intent).and_then(PaymentIntent::failure_code);
    let failure = failure.map(str::to_owned);
    let told = keep_promises(cx, &subscription, told).await?;
    let invoices = cx.stripe.list_invoices(&told.id).await?;
    let refused_card = refused_card(&subscription, &told);
    let mut tx = cx.pool.begin().await?;
    let heard = record::Heard { told: &told, invoices: &invoices, failure: failure.as_deref(), refused_card };
    record::record(&mut tx, cx.rng, cx.clock.now(), id, &heard).await?;
    tx.commit().await?;
    let intent = told.latest_invoice.as_ref().and_then(Invoice::intent).cloned();
    stand(cx, id, intent).await
}

async fn stand(
    cx: PaymentContext<'_>,
    id: SubscriptionId,
    intent: Option<PaymentIntent>,
) -> Result<Option<Standing>, PaymentError> {
    let subscription = queries::find(&mut *cx.pool.acquire().await?, id).await?;
    Ok(subscription.map(|subscription| Standing { subscription, intent }))
}

/// Tells the provider of a subscription, once: its uid is the key. What was planned long ago and never reached the provider comes to
/// nothing, and so does what the provider refuses.
async fn tell(cx: PaymentContext<'_>, planned: &Subscription) -> Result<Option<Told>, PaymentError> {
    let customer = ensure_customer(cx.pool, cx.stripe, planned.user_id).await?;
    let now = cx.clock.now();
    if planned.created_at + PLANNED_LASTS <= now {
        let known = cx.stripe.list_subscriptions(&customer).await?;
        let known = known.into_iter().find(|known| planned.is_named_by(&known.metadata));
        if known.is_none() {
            record::give_up(cx, planned.id, None).await?;
        }
        return Ok(known);
    }
    let card = payments::find_card(&mut *cx.pool.acquire().await?, planned.user_id).await?;
    let Some(card) = card else {
        record::give_up(cx, planned.id, None).await?;
        return Ok(None);
    };
    cx.stripe.set_default_card(&customer, &card.gateway_fid).await?;
    if let Some(coupon) = &planned.coupon {
        cx.stripe.ensure_coupon(&coupon.uid, coupon.amount_off, coupon.duration_in_months).await?;
    }
    let wanted = NewSubscription {
        customer: &customer,
        price: &planned.price.stripe_price_id,
        trial_end: planned.trial_months.map(|months| trial_end(planned.created_at, months)),
        coupon: planned.coupon.as_ref().map(|coupon| coupon.uid.as_str()),
        metadata: &[(UID, &planned.uid)],
    };
    match cx.stripe.create_subscription(&wanted, &planned.uid).await {
        Ok(told) => Ok(Some(told)),
        Err(StripeError::Card(error)) => {
            record::give_up(cx, planned.id, Some(error.decline_code.as_deref().unwrap_or(&error.code))).await?;
            Ok(None)
        }
        Err(error @ StripeError::InvalidRequest { .. }) => {
            record::give_up(cx, planned.id, None).await?;
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

fn trial_end(begun: DateTime<Utc>, months: i32) -> i64 {
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    begun.checked_add_months(months).unwrap_or(begun).timestamp()
}

/// What is promised to the diner and the provider does not know, or has forgotten: the end of one that was cancelled or never paid,
/// and another card for a renewal that was refused.
async fn keep_promises(cx: PaymentContext<'_>, ours: &Subscription, told: Told) -> Result<Told, PaymentError> {
    let now = cx.clock.now();
    let intent = told.latest_invoice.as_ref().and_then(Invoice::intent);
    let is_refused = intent.is_some_and(|intent| intent.status == PaymentIntentStatus::RequiresPaymentMethod);
    match told.status {
        // The first payment was refused: nothing has begun, and nothing is left of it.
        SubscriptionStatus::Incomplete if is_refused => end(cx, told).await,
        SubscriptionStatus::Incomplete => Ok(told),
        SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid => {
            if ours.past_due_since.is_some_and(|since| since + GRACE <= now) || has_promised_end(ours, now) {
                return end(cx, told).await;
            }
            ask_other_card(cx, ours, told).await
        }
        SubscriptionStatus::Trialing | SubscriptionStatus::Active => {
            let period_end = told.current_period_end().unwrap_or_default();
            let is_overrun = ours.ends_at.is_some_and(|end| end.timestamp() < period_end);
            if is_overrun && has_promised_end(ours, now) {
                return end(cx, told).await;
            }
            if told.cancel_at_period_end == ours.is_cancelled() {
                return Ok(told);
            }
            Ok(cx.stripe.set_cancel_at_period_end(&told.id, ours.is_cancelled()).await?)
        }
        _ => Ok(told),
    }
}

fn has_promised_end(ours: &Subscription, now: DateTime<Utc>) -> bool {
    ours.ends_at.is_some_and(|end| end <= now)
}

/// Ends it at the provider at once; one that has ended meanwhile is asked for.
async fn end(cx: PaymentContext<'_>, told: Told) -> Result<Told, PaymentError> {
    match cx.stripe.cancel_subscription(&told.id).await {
        Ok(_) | Err(StripeError::InvalidRequest { .. }) => Ok(cx.stripe.retrieve_subscription(&told.id).await?),
        Err(error) => Err(error.into()),
    }
}

/// The card that refused the renewal, by the provider's word: the diner may have registered another one before we heard of it.
fn refused_card<'a>(ours: &'a Subscription, told: &'a Told) -> Option<&'a str> {
    let intent = told.latest_invoice.as_ref().and_then(Invoice::intent);
    intent.and_then(PaymentIntent::refused_card).or(ours.refused_card_fid.as_deref())
}

/// A card that has refused a renewal is asked again by the provider alone; another one by us, as soon as it is registered.
async fn ask_other_card(cx: PaymentContext<'_>, ours: &Subscription, told: Told) -> Result<Told, PaymentError> {
    let card = payments::find_card(&mut *cx.pool.acquire().await?, ours.user_id).await?;
    let open = told.latest_invoice.as_ref().filter(|invoice| invoice.status == InvoiceStatus::Open);
    let (Some(card), Some(invoice), Some(refused)) = (card, open, refused_card(ours, &told)) else { return Ok(told) };
    if card.gateway_fid == refused {
        return Ok(told);
    }
    let key = format!("{}:{}", invoice.id, card.gateway_fid);
    match cx.stripe.pay_invoice(&invoice.id, &card.gateway_fid, &key).await {
        Ok(_) | Err(StripeError::Card(_) | StripeError::InvalidRequest { .. }) => {
            Ok(cx.stripe.retrieve_subscription(&told.id).await?)
        }
        Err(error) => Err(error.into()),
    }
}
