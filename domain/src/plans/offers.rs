//! Offers of a tier to a diner: prices, trials, campaign codes and coupons (gaps G135).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::model::{Price, Subscription};
use crate::entitlements::tickets::stored_code;
use crate::entitlements::tiers::Grade;
use crate::ids::{CampaignCodeId, CouponId, PlanPriceId, RestaurantId, UserCouponCodeId, UserId};
use crate::money::Yen;

/// Free months of a premium trial without a campaign code.
pub const USUAL_TRIAL_MONTHS: i32 = 1;

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
/// must be unused and not cancelled.
///
/// # Errors
/// `CodeUnknown`.
pub async fn find_code(
    conn: &mut PgConnection,
    text: &str,
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
           WHERE u.code = $1 AND u.used_at IS NULL AND u.cancelled_at IS NULL ORDER BY u.id LIMIT 1"#,
        code
    );
    let found = coupon.fetch_optional(conn).await?.ok_or(SubscriptionPlanError::CodeUnknown)?;
    let coupon = Coupon {
        id: CouponId(found.coupon_id),
        amount_off: found.amount_off,
        duration_in_months: found.duration_in_months,
    };
    Ok(Code::Coupon { restaurant: found.restaurant, id: UserCouponCodeId(found.id), coupon })
}

/// Whether a diner has had a trial; a trial that never began does not count.
pub async fn has_had_trial(conn: &mut PgConnection, user: UserId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM subscriptions WHERE user_id = $1 AND trial_months IS NOT NULL) AS "had!""#,
        user.0
    )
    .fetch_one(conn)
    .await
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
}
