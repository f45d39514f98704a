//! Starts a subscription, and resumes one that waits for its card.
//!
//! The diner's request is committed before the provider is called. Its uid is the idempotency key of the creation, so the request and the
//! worker together create it only once.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::model::{Price, Status, Subscription};
use super::offers::{self, Code, USUAL_TRIAL_MONTHS};
use super::queries;
use super::reconcile::{SubscriptionState, reconcile};
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::{PaymentIntent, PaymentIntentStatus, StripeError};
use crate::db::violated_constraint;
use crate::entitlements::tiers::{self, Grade};
use crate::ids::{SubscriptionId, UserId};
use crate::payments::error::PaymentError;
use crate::payments::model::PaymentContext;
use crate::payments::queries as payments;
use crate::rng::Rng;
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

/// Starts a subscription, or resumes the same one if it was started before.
pub async fn subscribe(
    cx: PaymentContext<'_>,
    user: UserId,
    request: SubscriptionRequest<'_>,
) -> Result<SubscriptionProgress, SubscriptionPlanError> {
    let price = check(cx, user, &request).await?;
    let now = cx.clock.now();
    let mut tx = cx.pool.begin().await?;
    let id = plan(&mut tx, cx.rng, now, user, &request, &price).await?;
    tx.commit().await?;
    let subscription = find(cx, id).await?;
    advance(cx, subscription).await
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
    if payments::find_card(&mut conn, user).await?.is_none() {
        return Err(PaymentError::NoCard.into());
    }
    drop(conn);
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

/// Plans a diner's request; a repeated request returns the same subscription.
async fn plan(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    user: UserId,
    request: &SubscriptionRequest<'_>,
    price: &Price,
) -> Result<SubscriptionId, SubscriptionPlanError> {
    sqlx::query!("SELECT 1 AS locked FROM users WHERE id = $1 FOR NO KEY UPDATE", user.0).fetch_one(&mut *conn).await?;
    if let Some(current) = queries::find_current(conn, user, request.grade).await? {
        return repeat_request(conn, now, current, price).await;
    }
    if !price.is_active {
        return Err(SubscriptionPlanError::PriceUnknown);
    }
    if request.grade == Grade::Green && tiers::find(conn, user, now).await?.is_premium() {
        return Err(SubscriptionPlanError::AlreadySubscribed);
    }
    let today = Zone::default().date_of(now);
    let code = match request.code {
        Some(text) => Some(offers::find_code(conn, text, request.grade, today).await?),
        None => None,
    };
    let trial_months = match &code {
        Some(Code::Campaign { trial_months, .. }) => Some(*trial_months),
        _ if request.wants_trial && request.grade == Grade::Green => Some(USUAL_TRIAL_MONTHS),
        _ => None,
    };
    let (campaign, coupon) = match code {
        Some(Code::Campaign { id, .. }) => (Some(id), None),
        Some(Code::Coupon { restaurant, id, coupon }) => (None, Some((restaurant, id, coupon.id))),
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
        trial_months,
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
        let used = sqlx::query!(
            "UPDATE user_coupon_codes SET user_id = $3, used_at = $4
             WHERE restaurant_id = $1 AND id = $2 AND used_at IS NULL AND cancelled_at IS NULL",
            restaurant.0,
            code.0,
            user.0,
            now
        );
        if used.execute(conn).await?.rows_affected() == 0 {
            return Err(SubscriptionPlanError::CodeUnknown);
        }
    }
    Ok(id)
}

/// Handles a request for a tier that the diner has or has requested already: returns the same subscription, or withdraws its cancellation
/// if it has not ended yet.
async fn repeat_request(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    current: Subscription,
    price: &Price,
) -> Result<SubscriptionId, SubscriptionPlanError> {
    let is_same = current.price.id == price.id;
    match current.status {
        Status::Planned | Status::Incomplete if is_same => Ok(current.id),
        Status::Planned | Status::Incomplete => Err(SubscriptionPlanError::UnderWay),
        _ if current.is_cancelled() && is_same && current.is_open_at(now) => {
            withdraw_cancellation(conn, now, &current).await?;
            Ok(current.id)
        }
        _ => Err(SubscriptionPlanError::AlreadySubscribed),
    }
}

/// Withdraws the cancellation. The next reconciliation updates the provider: the request's own or, if the request does not live that long,
/// the sweeper's.
async fn withdraw_cancellation(
    conn: &mut PgConnection,
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
    audit::record(conn, now, event).await
}

async fn find(cx: PaymentContext<'_>, id: SubscriptionId) -> Result<Subscription, SubscriptionPlanError> {
    queries::find(&mut *cx.pool.acquire().await?, id).await?.ok_or(SubscriptionPlanError::NotFound)
}

/// Reconciles a subscription, and returns its progress for the diner.
async fn advance(
    cx: PaymentContext<'_>,
    subscription: Subscription,
) -> Result<SubscriptionProgress, SubscriptionPlanError> {
    let state = reconcile(cx, subscription.id).await?.ok_or(SubscriptionPlanError::NotFound)?;
    let SubscriptionState { subscription, intent } = state;
    let now = cx.clock.now();
    let waits = intent.filter(|intent| intent.status == PaymentIntentStatus::RequiresAction);
    match subscription.status {
        Status::Trialing | Status::Active if subscription.is_open_at(now) => {
            Ok(SubscriptionProgress::Live(subscription))
        }
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

/// Charges the card again for a declined renewal while its owner is present.
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
