//! Offers of a tier to a diner: prices, trials, campaign codes and coupons (gaps G135).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::model::{Price, Subscription};
use super::quote::{Reduction, SubscriptionQuote};
use super::trials::{self, TrialHistory, TrialRefusal};
use crate::entitlements::tickets::stored_code;
use crate::entitlements::tiers::Grade;
use crate::ids::{CampaignCodeId, CouponId, PlanPriceId, RestaurantId, UserCouponCodeId, UserId};
use crate::money::Yen;
use crate::payments::model::MIN_PAYMENT;
use crate::signing::Signer;

/// Free months of a premium trial without a campaign code.
const USUAL_TRIAL_MONTHS: i32 = 1;

/// Meaning of an entered code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Makes the first months free.
    Campaign { id: CampaignCodeId, trial_months: i32 },
    /// Discounts the first months. It can be used once.
    Coupon { restaurant: RestaurantId, id: UserCouponCodeId, coupon: Coupon },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coupon {
    pub id: CouponId,
    pub amount_off: Yen,
    pub duration_in_months: i32,
}

/// The terms of a start: which code applies, and the free months.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferTerms {
    pub code: Option<Code>,
    pub trial_months: Option<i32>,
    /// Why the diner gets no free months, if the tier or the code offers some.
    pub trial_refusal: Option<TrialRefusal>,
}

impl OfferTerms {
    /// Decides on the terms. Only premium has a trial without a code, and a coupon leaves none.
    fn new(grade: Grade, code: Option<Code>, wants_trial: bool, history: TrialHistory) -> Self {
        let usual = (wants_trial && grade == Grade::Green).then_some(USUAL_TRIAL_MONTHS);
        let (offered, is_reduced) = match &code {
            Some(Code::Campaign { trial_months, .. }) => (Some(*trial_months), false),
            Some(Code::Coupon { .. }) => (usual, true),
            None => (usual, false),
        };
        let refusal = history.refusal().or(is_reduced.then_some(TrialRefusal::WithCoupon));
        let trial_refusal = refusal.filter(|_| offered.is_some());
        Self { code, trial_months: offered.filter(|_| refusal.is_none()), trial_refusal }
    }

    /// Whether these are the terms of an earlier attempt.
    pub fn are_of(&self, attempt: &Subscription) -> bool {
        let (campaign, coupon) = match &self.code {
            Some(Code::Campaign { id, .. }) => (Some(*id), None),
            Some(Code::Coupon { restaurant, id, .. }) => (None, Some((*restaurant, *id))),
            None => (None, None),
        };
        (attempt.trial_months, attempt.campaign_code_id, attempt.coupon_code) == (self.trial_months, campaign, coupon)
    }

    pub fn coupon(&self) -> Option<&Coupon> {
        match &self.code {
            Some(Code::Coupon { coupon, .. }) => Some(coupon),
            Some(Code::Campaign { .. }) | None => None,
        }
    }

    /// Whether the provider would charge the reduced price: a coupon must leave nothing, or the least payment. The provider adds a smaller
    /// amount to the next invoice.
    pub fn is_chargeable(&self, price: &Price) -> bool {
        let reduced = self.coupon().map_or(price.amount, |coupon| price.amount - coupon.amount_off);
        reduced <= Yen::ZERO || reduced >= MIN_PAYMENT
    }

    /// Returns what a diner is charged at a price: from now on, or after the period of the subscription that they have.
    pub fn quote(&self, price: &Price, current: Option<&Subscription>, now: DateTime<Utc>) -> SubscriptionQuote {
        if let Some(current) = current.filter(|current| current.is_open_at(now) && current.price.id == price.id) {
            return SubscriptionQuote::of_next_period(current);
        }
        let coupon = self.coupon();
        let reduction =
            coupon.map(|coupon| Reduction { amount_off: coupon.amount_off, months: coupon.duration_in_months });
        SubscriptionQuote::of_start(price, self.trial_months, reduction, now)
    }
}

/// A row of the price table: from the first month to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceSpan {
    pub from_month: i32,
    /// None for all later months.
    pub till_month: Option<i32>,
    pub amount: Yen,
}

/// Returns the prices by month: with a coupon, the first `duration_in_months` at the price less `amount_off`, then the full price from
/// month duration + 1 (diner §5). A yearly price is discounted once, for its first year.
pub fn price_spans(price: &Price, coupon: Option<&Coupon>) -> Vec<PriceSpan> {
    let full = |from_month| PriceSpan { from_month, till_month: None, amount: price.amount };
    let Some(coupon) = coupon else { return vec![full(1)] };
    let period = price.interval_count * if price.interval == "year" { 12 } else { 1 };
    // A period is charged as a whole: the coupon applies to each period that begins within its months.
    let last = (coupon.duration_in_months + period - 1) / period * period;
    let lowered = (price.amount - coupon.amount_off).max(Yen::ZERO);
    vec![PriceSpan { from_month: 1, till_month: Some(last), amount: lowered }, full(last + 1)]
}

/// Returns the prices of a tier that are offered now, lowest first.
async fn list_active(conn: &mut PgConnection, grade: Grade) -> sqlx::Result<Vec<Price>> {
    let rows = sqlx::query!(
        r#"SELECT id, stripe_price_id, amount AS "amount: Yen", "interval", interval_count FROM plan_prices
           WHERE grade = $1 AND is_active ORDER BY amount, id"#,
        grade.as_str()
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| Price {
        id: PlanPriceId(row.id),
        stripe_price_id: row.stripe_price_id,
        grade,
        amount: row.amount,
        interval: row.interval,
        interval_count: row.interval_count,
        is_active: true,
    });
    Ok(rows.collect())
}

/// Returns the prices of a tier that a diner may choose, lowest first. Includes the diner's own price, offered or not.
pub async fn list_prices(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    grade: Grade,
    current: Option<&Subscription>,
) -> sqlx::Result<Vec<Price>> {
    let mut prices = list_active(conn, grade).await?;
    let own = current.filter(|current| !current.price.is_active && current.is_open_at(now));
    prices.extend(own.map(|current| current.price.clone()));
    prices.sort_by_key(|price| (price.amount, price.id));
    Ok(prices)
}

/// Returns the meaning of a code. A campaign code must be of the tier and valid on `today`, first and last day included; a coupon's code
/// must be unused and not cancelled. A code that only the diner's own unfinished attempt uses is unused: a new request replaces the attempt.
///
/// # Errors
/// `CodeUnknown`.
async fn find_code(
    conn: &mut PgConnection,
    text: &str,
    user: Option<UserId>,
    grade: Grade,
    today: NaiveDate,
) -> Result<Code, SubscriptionPlanError> {
    let code = stored_code(text).ok_or(SubscriptionPlanError::CodeUnknown)?;
    let campaign = sqlx::query!(
        "SELECT id, trial_months FROM campaign_codes
         WHERE code = $1 AND grade = $2 AND coalesce(valid_from <= $3, true) AND coalesce($3 <= valid_till, true)",
        code,
        grade.as_str(),
        today
    );
    if let Some(found) = campaign.fetch_optional(&mut *conn).await? {
        return Ok(Code::Campaign { id: CampaignCodeId(found.id), trial_months: found.trial_months });
    }
    let coupon = sqlx::query!(
        r#"SELECT u.restaurant_id AS "restaurant: RestaurantId", u.id, c.id AS coupon_id, c.amount_off AS "amount_off: Yen",
                  c.duration_in_months
           FROM user_coupon_codes u JOIN coupons c ON c.id = u.coupon_id
           WHERE u.code = $1 AND u.cancelled_at IS NULL AND (u.used_at IS NULL OR (u.restaurant_id, u.id) IN (
               SELECT s.coupon_restaurant_id, s.user_coupon_code_id FROM subscriptions s
               WHERE s.user_id = $2 AND s.grade = $3 AND s.status IN ('planned', 'incomplete')))
           ORDER BY u.id LIMIT 1"#,
        code,
        user.map(|user| user.0),
        grade.as_str(),
    );
    let found = coupon.fetch_optional(conn).await?.ok_or(SubscriptionPlanError::CodeUnknown)?;
    let coupon = Coupon {
        id: CouponId(found.coupon_id),
        amount_off: found.amount_off,
        duration_in_months: found.duration_in_months,
    };
    Ok(Code::Coupon { restaurant: found.restaurant, id: UserCouponCodeId(found.id), coupon })
}

/// Returns the terms on which a diner, or a visitor, starts with a tier and a code.
///
/// # Errors
/// `CodeUnknown`.
pub async fn find_terms(
    conn: &mut PgConnection,
    signer: &Signer,
    user: Option<UserId>,
    grade: Grade,
    code: Option<&str>,
    wants_trial: bool,
    today: NaiveDate,
) -> Result<OfferTerms, SubscriptionPlanError> {
    let code = match code {
        Some(text) => Some(find_code(conn, text, user, grade, today).await?),
        None => None,
    };
    let history = match user {
        Some(user) => trials::find_history(conn, signer, user).await?,
        None => TrialHistory::UNKNOWN,
    };
    Ok(OfferTerms::new(grade, code, wants_trial, history))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(interval: &str) -> Price {
        Price {
            id: PlanPriceId(1),
            stripe_price_id: "price_1".into(),
            grade: Grade::Green,
            amount: Yen(980),
            interval: interval.into(),
            interval_count: 1,
            is_active: true,
        }
    }

    fn spans(interval: &str, amount_off: i64, duration_in_months: i32) -> Vec<(i32, Option<i32>, i64)> {
        let coupon = Coupon { id: CouponId(1), amount_off: Yen(amount_off), duration_in_months };
        let spans = price_spans(&price(interval), Some(&coupon));
        spans.into_iter().map(|span| (span.from_month, span.till_month, span.amount.0)).collect()
    }

    /// F101
    #[test]
    fn coupon_discounts_first_months_only() {
        assert_eq!(spans("month", 300, 3), [(1, Some(3), 680), (4, None, 980)]);
        assert_eq!(spans("month", 300, 1), [(1, Some(1), 680), (2, None, 980)]);
        assert_eq!(spans("month", 2000, 1), [(1, Some(1), 0), (2, None, 980)]);
        assert_eq!(spans("year", 300, 3), [(1, Some(12), 680), (13, None, 980)]);
        assert_eq!(price_spans(&price("month"), None).len(), 1);
    }

    fn terms(grade: Grade, code: Option<Code>, history: TrialHistory) -> (Option<i32>, Option<TrialRefusal>) {
        let terms = OfferTerms::new(grade, code, true, history);
        (terms.trial_months, terms.trial_refusal)
    }

    #[test]
    fn coupon_leaves_nothing_or_the_least_payment() {
        let reduced_by = |amount_off| {
            let coupon = Coupon { id: CouponId(1), amount_off: Yen(amount_off), duration_in_months: 1 };
            let code = Code::Coupon { restaurant: RestaurantId(1), id: UserCouponCodeId(1), coupon };
            OfferTerms { code: Some(code), ..OfferTerms::default() }.is_chargeable(&price("month"))
        };
        assert!(reduced_by(490) && reduced_by(930) && reduced_by(980) && reduced_by(2_000));
        assert!(!reduced_by(931) && !reduced_by(979));
        assert!(OfferTerms::default().is_chargeable(&price("month")));
    }

    /// G135
    #[test]
    fn trial_is_given_once_and_never_with_a_coupon() {
        let (fresh, used) = (TrialHistory::UNKNOWN, TrialHistory { had_trial: true, ..TrialHistory::UNKNOWN });
        let unconfirmed = TrialHistory { has_confirmed_phone: false, ..fresh };
        let campaign = || Some(Code::Campaign { id: CampaignCodeId(1), trial_months: 2 });
        let coupon = Coupon { id: CouponId(1), amount_off: Yen(490), duration_in_months: 1 };
        let coupon =
            || Some(Code::Coupon { restaurant: RestaurantId(1), id: UserCouponCodeId(1), coupon: coupon.clone() });
        assert_eq!(terms(Grade::Green, None, fresh), (Some(1), None));
        assert_eq!(terms(Grade::Green, campaign(), fresh), (Some(2), None));
        assert_eq!(terms(Grade::Gold, campaign(), fresh), (Some(2), None));
        assert_eq!(terms(Grade::Green, campaign(), used), (None, Some(TrialRefusal::Used)));
        assert_eq!(terms(Grade::Green, None, unconfirmed), (None, Some(TrialRefusal::PhoneUnconfirmed)));
        assert_eq!(terms(Grade::Green, coupon(), fresh), (None, Some(TrialRefusal::WithCoupon)));
        assert_eq!(terms(Grade::Green, coupon(), used), (None, Some(TrialRefusal::Used)));
        // Without a code, only premium has a trial.
        assert_eq!(terms(Grade::Gold, None, used), (None, None));
        assert_eq!(OfferTerms::new(Grade::Green, None, false, fresh).trial_months, None);
    }
}
