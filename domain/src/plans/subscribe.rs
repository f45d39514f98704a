//! Starts a subscription, and resumes one that waits for its card.
//!
//! The diner's request is committed before the provider is called. Its uid is the idempotency key of the creation, so the request and the
//! worker together create it only once.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::mails;
use super::model::{Price, Status, Subscription};
use super::offers::{self, Code, OfferTerms};
use super::queries;
use super::quote::{ShownQuote, SubscriptionQuote};
use super::reconcile::{SubscriptionState, awaits_cardholder, reconcile};
use super::trials::{self, TrialRefusal};
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::{PaymentIntent, PaymentIntentStatus, StripeError};
use crate::db::violated_constraint;
use crate::entitlements::tiers::{self, Grade};
use crate::ids::{RestaurantId, SubscriptionId, UserCouponCodeId, UserId};
use crate::payments::cards::ensure_fingerprint;
use crate::payments::error::PaymentError;
use crate::payments::model::PaymentContext;
use crate::payments::queries as payments;
use crate::rng::Rng;
use crate::signing::Signer;
use crate::zone::Zone;

/// A diner's choice; a `Subscription` once it is planned.
#[derive(Clone, Copy, Debug)]
pub struct SubscriptionRequest<'a> {
    pub grade: Grade,
    pub stripe_price_id: &'a str,
    pub wants_trial: bool,
    /// Code of a campaign or a coupon.
    pub code: Option<&'a str>,
    /// The diner who recommended the tier.
    pub promoted_by: Option<UserId>,
    /// The quote in the last dialog.
    pub shown: Option<&'a ShownQuote>,
}

/// Progress of a diner's request: the part of a `SubscriptionState` on which the diner acts.
#[derive(Debug)]
pub enum SubscriptionProgress {
    Live(Subscription),
    /// The card's bank requires authentication.
    RequiresAction {
        subscription: Subscription,
        intent: Box<PaymentIntent>,
        card: String,
    },
    /// The provider has not decided yet.
    Processing(Subscription),
}

/// Outcome of planning a request.
enum PlannedRequest {
    /// This subscription continues at the provider.
    Ready(SubscriptionId),
    /// An attempt with other terms must end at the provider first, so that only one of the two can be paid.
    Replaces(SubscriptionId),
}

/// Starts a subscription, or resumes the same one if it was started before. An attempt that waits for the bank is resumed if it charges the
/// same; otherwise it ends, and another one starts.
///
/// # Errors
/// `QuoteDiffers` if the diner would be charged something else than what was shown; then nothing has changed.
pub async fn subscribe(
    cx: PaymentContext<'_>,
    signer: &Signer,
    user: UserId,
    request: SubscriptionRequest<'_>,
) -> Result<SubscriptionProgress, SubscriptionPlanError> {
    let price = check(cx, user, &request).await?;
    let mut planned = plan_in_transaction(cx, signer, user, &request, &price).await?;
    if let PlannedRequest::Replaces(attempt) = planned {
        reconcile(cx, attempt).await?;
        planned = plan_in_transaction(cx, signer, user, &request, &price).await?;
    }
    match planned {
        PlannedRequest::Ready(id) => advance(cx, find(cx, id).await?).await,
        PlannedRequest::Replaces(_) => Err(SubscriptionPlanError::UnderWay),
    }
}

async fn plan_in_transaction(
    cx: PaymentContext<'_>,
    signer: &Signer,
    user: UserId,
    request: &SubscriptionRequest<'_>,
    price: &Price,
) -> Result<PlannedRequest, SubscriptionPlanError> {
    let mut tx = cx.pool.begin().await?;
    let planned = plan(&mut tx, cx.rng, signer, cx.clock.now(), user, request, price).await?;
    tx.commit().await?;
    Ok(planned)
}

/// Resumes a diner's own subscription: after 3-D Secure in the browser, or to pay a declined renewal.
pub async fn resume(
    cx: PaymentContext<'_>,
    user: UserId,
    fid: &str,
) -> Result<SubscriptionProgress, SubscriptionPlanError> {
    let found = queries::find_by_fid(&mut *cx.pool.acquire().await?, user, fid).await?;
    let subscription = found.ok_or(SubscriptionPlanError::NotFound)?;
    if subscription.status == Status::PastDue {
        pay_with_owner(cx, &subscription).await?;
    }
    advance(cx, subscription).await
}

/// Validates a request before anything is written. The provider's price must equal the one shown, because the provider charges it.
async fn check(
    cx: PaymentContext<'_>,
    user: UserId,
    request: &SubscriptionRequest<'_>,
) -> Result<Price, SubscriptionPlanError> {
    let mut conn = cx.pool.acquire().await?;
    let now = cx.clock.now();
    let tiers = tiers::find(&mut conn, user, now).await?;
    if request.grade == Grade::Ohc && !tiers.is_ohc_invited && !tiers.has(Grade::Ohc) {
        return Err(SubscriptionPlanError::NotInvited);
    }
    let current = queries::find_current(&mut conn, user, request.grade).await?;
    let prices = offers::list_prices(&mut conn, now, request.grade, current.as_ref()).await?;
    let price = prices.into_iter().find(|price| price.stripe_price_id == request.stripe_price_id);
    let price = price.ok_or(SubscriptionPlanError::PriceUnknown)?;
    let card = payments::find_card(&mut conn, user).await?.ok_or(PaymentError::NoCard)?;
    drop(conn);
    if request.wants_trial || request.code.is_some() {
        ensure_fingerprint(cx, &card).await?;
    }
    let theirs = match cx.stripe.retrieve_price(&price.stripe_price_id).await {
        Err(StripeError::InvalidRequest { .. }) => None,
        answer => Some(answer.map_err(PaymentError::from)?),
    };
    let is_same = theirs.is_some_and(|theirs| {
        theirs.unit_amount == Some(price.amount)
            && theirs.recurring.is_some_and(|recurring| {
                recurring.interval == price.interval && recurring.interval_count == price.interval_count
            })
    });
    if is_same {
        Ok(price)
    } else {
        tracing::error!(price = price.stripe_price_id, "the card provider lacks this price or has another amount");
        Err(SubscriptionPlanError::PriceDiffers)
    }
}

/// Plans a diner's request. A request for a tier that the diner has withdraws its cancellation.
async fn plan(
    conn: &mut PgConnection,
    rng: &Rng,
    signer: &Signer,
    now: DateTime<Utc>,
    user: UserId,
    request: &SubscriptionRequest<'_>,
    price: &Price,
) -> Result<PlannedRequest, SubscriptionPlanError> {
    sqlx::query!("SELECT 1 AS locked FROM users WHERE id = $1 FOR NO KEY UPDATE", user.0).fetch_one(&mut *conn).await?;
    let known = queries::list_of(conn, user).await?;
    let current = known.iter().find(|known| known.grade == request.grade && known.status != Status::Ended);
    if let Some(subscribed) = current.filter(|current| !current.status.is_attempt()) {
        let quote = SubscriptionQuote::of_next_period(subscribed).with_overlaps(request.grade, &known, now);
        return resume_cancelled(conn, rng, now, subscribed, price, request.shown, &quote).await;
    }
    if !price.is_active {
        return Err(SubscriptionPlanError::PriceUnknown);
    }
    if request.grade == Grade::Green && tiers::find(conn, user, now).await?.is_premium() {
        return Err(SubscriptionPlanError::AlreadySubscribed);
    }
    let today = Zone::default().date_of(now);
    let SubscriptionRequest { grade, code, wants_trial, .. } = *request;
    let terms = offers::find_terms(conn, signer, Some(user), grade, code, wants_trial, today).await?;
    if !terms.is_chargeable(price) {
        return Err(SubscriptionPlanError::CodeUnknown);
    }
    let quote = terms.quote(price, None, now).with_overlaps(request.grade, &known, now);
    refuse_other_charge(request.shown, &quote)?;
    match terms.trial_refusal {
        Some(TrialRefusal::Used) if terms.coupon().is_none() => return Err(SubscriptionPlanError::TrialUsed),
        Some(TrialRefusal::PhoneUnconfirmed) if terms.coupon().is_none() => {
            return Err(SubscriptionPlanError::PhoneUnconfirmed);
        }
        _ => {}
    }
    if let Some(attempt) = current {
        return repeat_attempt(conn, now, attempt, price, &terms, &quote).await;
    }
    let id = insert(conn, rng, now, user, request, price, &terms).await?;
    if terms.trial_months.is_some() {
        trials::claim(conn, signer, now, user, id).await?;
    }
    Ok(PlannedRequest::Ready(id))
}

/// Rejects a request whose charge differs from what was shown. Requests that carry no quote accept the charge.
fn refuse_other_charge(shown: Option<&ShownQuote>, quote: &SubscriptionQuote) -> Result<(), SubscriptionPlanError> {
    match shown {
        Some(shown) if !quote.is_as_shown(shown) => Err(SubscriptionPlanError::QuoteDiffers(Box::new(quote.clone()))),
        _ => Ok(()),
    }
}

/// Inserts a planned subscription, and uses its code.
async fn insert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    user: UserId,
    request: &SubscriptionRequest<'_>,
    price: &Price,
    terms: &OfferTerms,
) -> Result<SubscriptionId, SubscriptionPlanError> {
    let (campaign, coupon) = match &terms.code {
        Some(Code::Campaign { id, .. }) => (Some(*id), None),
        Some(Code::Coupon { restaurant, id, coupon }) => (None, Some((*restaurant, *id, coupon.id))),
        None => (None, None),
    };
    let id = sqlx::query_scalar!(
        r#"INSERT INTO subscriptions (uid, user_id, grade, plan_price_id, status, trial_months, campaign_code_id, coupon_id,
               coupon_restaurant_id, user_coupon_code_id, promoted_by, check_at, created_at, updated_at)
           VALUES ($1, $2, $3, $4, 'planned', $5, $6, $7, $8, $9, $10, $11, $11, $11) RETURNING id AS "id: SubscriptionId""#,
        rng.uid(),
        user.0,
        request.grade.as_str(),
        price.id.0,
        terms.trial_months,
        campaign.map(|id| id.0),
        coupon.map(|(_, _, coupon)| coupon.0),
        coupon.map(|(restaurant, ..)| restaurant.0),
        coupon.map(|(_, code, _)| code.0),
        request.promoted_by.map(|id| id.0),
        now,
    );
    let id = id.fetch_one(&mut *conn).await.map_err(|error| match violated_constraint(&error) {
        Some("subscriptions_trial_key") => SubscriptionPlanError::TrialUsed,
        _ => error.into(),
    })?;
    if let Some((restaurant, code, _)) = coupon {
        use_coupon_code(conn, now, user, restaurant, code).await?;
    }
    Ok(id)
}

async fn use_coupon_code(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    user: UserId,
    restaurant: RestaurantId,
    code: UserCouponCodeId,
) -> Result<(), SubscriptionPlanError> {
    let used = sqlx::query!(
        "UPDATE user_coupon_codes SET user_id = $3, used_at = $4
         WHERE restaurant_id = $1 AND id = $2 AND used_at IS NULL AND cancelled_at IS NULL",
        restaurant.0,
        code.0,
        user.0,
        now
    );
    let is_used = used.execute(conn).await?.rows_affected() > 0;
    if is_used { Ok(()) } else { Err(SubscriptionPlanError::CodeUnknown) }
}

/// Handles a request while an attempt of the tier is unfinished: the attempt continues if it charges the same. An attempt with other terms that
/// waits for the bank is withdrawn; one that the provider may be creating must finish first.
async fn repeat_attempt(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    attempt: &Subscription,
    price: &Price,
    terms: &OfferTerms,
    quote: &SubscriptionQuote,
) -> Result<PlannedRequest, SubscriptionPlanError> {
    let overlaps = quote.overlaps.clone();
    let attempted = SubscriptionQuote { overlaps, ..SubscriptionQuote::of_subscription(attempt) };
    let is_same = attempt.price.id == price.id && terms.are_of(attempt) && attempted == *quote;
    if is_same && attempt.withdrawn_at.is_none() {
        return Ok(PlannedRequest::Ready(attempt.id));
    }
    if attempt.status == Status::Planned {
        return Err(SubscriptionPlanError::UnderWay);
    }
    sqlx::query!(
        "UPDATE subscriptions SET withdrawn_at = coalesce(withdrawn_at, $2), check_at = $2, updated_at = $2
         WHERE id = $1 AND status = 'incomplete'",
        attempt.id.0,
        now
    )
    .execute(conn)
    .await?;
    Ok(PlannedRequest::Replaces(attempt.id))
}

/// Handles a request for a tier that the diner has: withdraws its cancellation if it has not ended yet.
async fn resume_cancelled(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    current: &Subscription,
    price: &Price,
    shown: Option<&ShownQuote>,
    quote: &SubscriptionQuote,
) -> Result<PlannedRequest, SubscriptionPlanError> {
    if !current.is_cancelled() || current.price.id != price.id || !current.is_open_at(now) {
        return Err(SubscriptionPlanError::AlreadySubscribed);
    }
    refuse_other_charge(shown, quote)?;
    withdraw_cancellation(conn, rng, now, current).await?;
    Ok(PlannedRequest::Ready(current.id))
}

/// Withdraws the cancellation, and mails the diner. The next reconciliation updates the provider: the request's own or, if the request does not live that long,
/// the sweeper's.
async fn withdraw_cancellation(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    current: &Subscription,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE subscriptions SET cancel_requested_at = NULL, cancel_reason = NULL, ends_at = NULL, check_at = $2, updated_at = $2
         WHERE id = $1",
        current.id.0,
        now
    )
    .execute(&mut *conn)
    .await?;
    let event = Event {
        actor: Actor::Diner(current.user_id),
        action: "subscription.continued",
        restaurant: None,
        reservation: None,
        detail: json!({ "subscription_id": current.id, "grade": current.grade }),
    };
    audit::record(conn, now, event).await?;
    mails::queue(conn, rng, now, mails::RESUMED, current, &now.timestamp().to_string()).await
}

async fn find(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<Subscription, SubscriptionPlanError> {
    queries::find(&mut *cx.pool.acquire().await?, id).await?.ok_or(SubscriptionPlanError::NotFound)
}

/// Reconciles a subscription, and returns its progress for the diner.
async fn advance(
    cx: PaymentContext<'_>,
    subscription: Subscription,
) -> Result<SubscriptionProgress, SubscriptionPlanError> {
    let mut state = reconcile(cx, subscription.id).await?.ok_or(SubscriptionPlanError::NotFound)?;
    let awaits_owner = state.intent.as_ref().is_some_and(awaits_cardholder);
    if awaits_owner && state.subscription.status == Status::Incomplete {
        pay_with_owner(cx, &state.subscription).await?;
        state = reconcile(cx, state.subscription.id).await?.ok_or(SubscriptionPlanError::NotFound)?;
    }
    let SubscriptionState { subscription, intent } = state;
    let now = cx.clock.now();
    let waits = intent.filter(|intent| intent.status == PaymentIntentStatus::RequiresAction);
    match subscription.status {
        Status::Trialing | Status::Active if subscription.is_open_at(now) => {
            Ok(SubscriptionProgress::Live(subscription))
        }
        Status::Ended if subscription.withdrawn_at.is_some() => Err(SubscriptionPlanError::Replaced),
        Status::Ended => {
            let code = subscription.failure_code.unwrap_or_else(|| "card_declined".into());
            Err(PaymentError::Declined(code).into())
        }
        _ => match waits {
            Some(intent) => {
                let card = payments::find_card(&mut *cx.pool.acquire().await?, subscription.user_id).await?;
                let card = card.ok_or(PaymentError::NoCard)?.gateway_fid;
                Ok(SubscriptionProgress::RequiresAction { subscription, intent: Box::new(intent), card })
            }
            None if subscription.status == Status::PastDue => {
                let code = subscription.failure_code.unwrap_or_else(|| "card_declined".into());
                Err(PaymentError::Declined(code).into())
            }
            None => Ok(SubscriptionProgress::Processing(subscription)),
        },
    }
}

/// Charges the card again while its owner is present, for a declined renewal or for a first payment that the bank authenticates.
async fn pay_with_owner(cx: PaymentContext<'_>, subscription: &Subscription) -> Result<(), SubscriptionPlanError> {
    let fid = subscription.gateway_fid.as_deref().unwrap_or_default();
    let theirs = cx.stripe.retrieve_subscription(fid).await.map_err(PaymentError::from)?;
    let open = theirs.latest_invoice.as_ref().and_then(|invoice| invoice.intent());
    let Some(intent) = open.filter(|intent| intent.status == PaymentIntentStatus::RequiresPaymentMethod) else {
        return Ok(());
    };
    let card = payments::find_card(&mut *cx.pool.acquire().await?, subscription.user_id).await?;
    let card = card.ok_or(PaymentError::NoCard)?;
    match cx.stripe.confirm_payment_intent(&intent.id, &card.gateway_fid, false, &cx.rng.uid()).await {
        Ok(_) | Err(StripeError::Card(_) | StripeError::InvalidRequest { .. }) => Ok(()),
        Err(error) => Err(PaymentError::from(error).into()),
    }
}
