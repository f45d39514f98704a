//! A tier's prices and a diner's subscription, as pages show them.

use chrono::{DateTime, Utc};
use domain::entitlements::tiers::Grade;
use domain::ids::UserId;
use domain::money::Yen;
use domain::plans::error::SubscriptionPlanError;
use domain::plans::model::{Price, Status, Subscription};
use domain::plans::offers::{self, Coupon, OfferTerms, price_spans};
use domain::plans::queries;
use domain::plans::quote::SubscriptionQuote;
use domain::plans::trials::TrialRefusal;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::quote::PlanQuote;
use crate::http::error::ApiError;
use crate::state::App;

/// A price of a tier.
#[derive(Serialize, ToSchema)]
pub struct PlanOffer {
    pub stripe_price_id: String,
    pub grade: Grade,
    /// Yen, tax included.
    pub amount: Yen,
    /// month or year
    pub interval: String,
    pub interval_count: i32,
    /// Prices by month: with a coupon the first months cost less.
    pub spans: Vec<PlanSpan>,
    /// The charges of a request. The last dialog shows them, and the request returns them.
    pub quote: PlanQuote,
}

/// Price from one month to another; without an end it is permanent.
#[derive(Serialize, ToSchema)]
pub struct PlanSpan {
    pub from_month: i32,
    pub till_month: Option<i32>,
    pub amount: Yen,
}

/// A subscription of a diner.
#[derive(Serialize, ToSchema)]
pub struct MemberPlan {
    pub grade: Grade,
    pub status: Status,
    pub stripe_subscription_id: Option<String>,
    pub stripe_price_id: String,
    pub amount: Yen,
    pub interval: String,
    pub interval_count: i32,
    /// End of the period: the renewal, or the end of a cancelled subscription. ISO 8601.
    pub period_end: Option<String>,
    /// Seconds since 1970 (diner §3).
    pub period_end_unix: Option<i64>,
    pub is_cancelled: bool,
    /// Deadline for paying a declined renewal. ISO 8601.
    pub pay_by: Option<String>,
}

/// A tier's offer for a diner, with the effect of a code.
#[derive(Serialize, ToSchema)]
pub struct PlanOffers {
    pub prices: Vec<PlanOffer>,
    /// Free months; null without a trial.
    pub trial_months: Option<i32>,
    /// Why the diner gets no free months; null if nothing offers some.
    pub trial_refusal: Option<TrialRefusal>,
    /// The code in the address, if it changes what is charged.
    pub campaign_code: Option<String>,
    /// Whether the address has an unknown, used or expired code.
    pub is_code_unknown: bool,
    pub coupon: Option<OfferedCoupon>,
}

#[derive(Serialize, ToSchema)]
pub struct OfferedCoupon {
    pub amount_off: Yen,
    pub duration_in_months: i32,
}

/// Returns the price of a tier for a diner: the first price, but for subscribers their own, so that they can resume a cancelled
/// subscription.
pub async fn list_offers(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    grade: Grade,
    current: Option<&Subscription>,
) -> Result<Option<Price>, ApiError> {
    let prices = offers::list_prices(conn, now, grade, current).await?;
    let own = current.and_then(|current| prices.iter().position(|price| price.id == current.price.id));
    Ok(prices.into_iter().nth(own.unwrap_or_default()))
}

impl PlanOffer {
    pub fn new(price: Price, coupon: Option<&Coupon>, quote: &SubscriptionQuote) -> Self {
        let spans = price_spans(&price, coupon).into_iter().map(|span| PlanSpan {
            from_month: span.from_month,
            till_month: span.till_month,
            amount: span.amount,
        });
        Self {
            spans: spans.collect(),
            quote: PlanQuote::new(quote),
            stripe_price_id: price.stripe_price_id,
            grade: price.grade,
            amount: price.amount,
            interval: price.interval,
            interval_count: price.interval_count,
        }
    }
}

impl MemberPlan {
    pub fn new(subscription: Subscription) -> Self {
        let zone = Zone::default();
        let end = subscription.ends_at.or(subscription.current_period_end);
        Self {
            grade: subscription.grade,
            status: subscription.status,
            is_cancelled: subscription.is_cancelled(),
            pay_by: subscription.past_due_since.and(subscription.access_until).map(|at| zone.iso(at)),
            stripe_subscription_id: subscription.gateway_fid,
            stripe_price_id: subscription.price.stripe_price_id,
            amount: subscription.price.amount,
            interval: subscription.price.interval,
            interval_count: subscription.price.interval_count,
            period_end: end.map(|at| zone.iso(at)),
            period_end_unix: end.map(|at| at.timestamp()),
        }
    }
}

/// Returns the offer of a tier that has no codes to a diner who may subscribe to it.
pub async fn single_offer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    grade: Grade,
    current: Option<&Subscription>,
) -> Result<Option<PlanOffer>, ApiError> {
    let Some(price) = list_offers(conn, now, grade, current).await? else { return Ok(None) };
    let known = queries::list_of(conn, diner).await?;
    let quote = OfferTerms::default().quote(&price, current, now).with_overlaps(grade, &known, now);
    Ok(Some(PlanOffer::new(price, None, &quote)))
}

/// Returns the offers of a tier for a diner with a code, or with a subscription to resume.
pub async fn offers(
    conn: &mut PgConnection,
    app: &App,
    diner: Option<UserId>,
    current: Option<&Subscription>,
    grade: Grade,
    code: Option<&str>,
) -> Result<PlanOffers, ApiError> {
    let now = app.clock.now();
    let typed = code.map(str::trim).filter(|code| !code.is_empty());
    let prices = offers::list_prices(conn, now, grade, current).await?;
    let (terms, is_code_unknown) = find_terms(conn, app, diner, grade, typed, &prices).await?;
    let known = match diner {
        Some(id) => queries::list_of(conn, id).await?,
        None => Vec::new(),
    };
    let prices = prices.into_iter().map(|price| {
        let quote = terms.quote(&price, current, now).with_overlaps(grade, &known, now);
        PlanOffer::new(price, terms.coupon(), &quote)
    });
    Ok(PlanOffers {
        prices: prices.collect(),
        trial_months: terms.trial_months,
        trial_refusal: terms.trial_refusal,
        campaign_code: typed.filter(|_| terms.code.is_some()).map(str::to_owned),
        is_code_unknown,
        coupon: terms.coupon().map(|coupon| OfferedCoupon {
            amount_off: coupon.amount_off,
            duration_in_months: coupon.duration_in_months,
        }),
    })
}

/// Returns the terms of a page, and whether its code is invalid for its prices. A code without effect is left out, because the request would
/// be rejected with it.
async fn find_terms(
    conn: &mut PgConnection,
    app: &App,
    diner: Option<UserId>,
    grade: Grade,
    typed: Option<&str>,
    prices: &[Price],
) -> Result<(OfferTerms, bool), ApiError> {
    let today = Zone::default().date_of(app.clock.now());
    let found = offers::find_terms(conn, &app.signer, diner, grade, typed, true, today).await;
    let is_code_unknown = match found {
        Ok(terms) if !prices.iter().all(|price| terms.is_chargeable(price)) => true,
        // A campaign code that the diner cannot use any more.
        Ok(terms) if terms.trial_refusal.is_some() && terms.code.is_some() && terms.coupon().is_none() => false,
        Ok(terms) => return Ok((terms, false)),
        Err(SubscriptionPlanError::CodeUnknown) => true,
        Err(error) => return Err(error.into()),
    };
    let terms = offers::find_terms(conn, &app.signer, diner, grade, None, true, today).await?;
    Ok((terms, is_code_unknown))
}
