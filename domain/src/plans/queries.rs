//! SQL of subscriptions.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Price, Status, SubscribedCoupon, Subscription};
use crate::entitlements::tiers::Grade;
use crate::ids::{CampaignCodeId, PlanPriceId, RestaurantId, SubscriptionId, UserCouponCodeId, UserId};
use crate::money::Yen;
use crate::payments::model::Subject;
use crate::payments::queries::settlement::Unsettled;

struct Row {
    id: SubscriptionId,
    uid: String,
    user_id: UserId,
    grade: Grade,
    price_id: PlanPriceId,
    stripe_price_id: String,
    amount: Yen,
    interval: String,
    interval_count: i32,
    is_active: bool,
    status: Status,
    gateway_fid: Option<String>,
    trial_months: Option<i32>,
    campaign_code_id: Option<CampaignCodeId>,
    coupon_restaurant_id: Option<RestaurantId>,
    user_coupon_code_id: Option<UserCouponCodeId>,
    coupon_uid: Option<String>,
    amount_off: Option<Yen>,
    duration_in_months: Option<i32>,
    current_period_end: Option<DateTime<Utc>>,
    access_until: Option<DateTime<Utc>>,
    started_at: Option<DateTime<Utc>>,
    past_due_since: Option<DateTime<Utc>>,
    refused_card_fid: Option<String>,
    failure_code: Option<String>,
    cancel_requested_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    withdrawn_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl From<Row> for Subscription {
    fn from(row: Row) -> Self {
        let coupon = row.coupon_uid.zip(row.amount_off).zip(row.duration_in_months);
        Self {
            id: row.id,
            uid: row.uid,
            user_id: row.user_id,
            grade: row.grade,
            price: Price {
                id: row.price_id,
                stripe_price_id: row.stripe_price_id,
                grade: row.grade,
                amount: row.amount,
                interval: row.interval,
                interval_count: row.interval_count,
                is_active: row.is_active,
            },
            status: row.status,
            gateway_fid: row.gateway_fid,
            trial_months: row.trial_months,
            campaign_code_id: row.campaign_code_id,
            coupon_code: row.coupon_restaurant_id.zip(row.user_coupon_code_id),
            coupon: coupon.map(|((uid, amount_off), duration_in_months)| SubscribedCoupon {
                uid,
                amount_off,
                duration_in_months,
            }),
            current_period_end: row.current_period_end,
            access_until: row.access_until,
            started_at: row.started_at,
            past_due_since: row.past_due_since,
            refused_card_fid: row.refused_card_fid,
            failure_code: row.failure_code,
            cancel_requested_at: row.cancel_requested_at,
            ends_at: row.ends_at,
            withdrawn_at: row.withdrawn_at,
            created_at: row.created_at,
        }
    }
}

macro_rules! select {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"SELECT s.id AS "id: SubscriptionId", s.uid, s.user_id AS "user_id: UserId", s.grade AS "grade: Grade",
                      p.id AS "price_id: PlanPriceId", p.stripe_price_id, p.amount AS "amount: Yen",
                      p."interval", p.interval_count, p.is_active, s.status AS "status: Status", s.gateway_fid, s.trial_months,
                      s.campaign_code_id AS "campaign_code_id: CampaignCodeId",
                      s.coupon_restaurant_id AS "coupon_restaurant_id: RestaurantId",
                      s.user_coupon_code_id AS "user_coupon_code_id: UserCouponCodeId",
                      c.uid AS "coupon_uid?", c.amount_off AS "amount_off?: Yen", c.duration_in_months AS "duration_in_months?",
                      s.current_period_end, s.access_until, s.started_at, s.past_due_since, s.refused_card_fid, s.failure_code,
                      s.cancel_requested_at, s.ends_at, s.withdrawn_at, s.created_at
               FROM subscriptions s
               JOIN plan_prices p ON p.id = s.plan_price_id
               LEFT JOIN coupons c ON c.id = s.coupon_id "# + $rest
            $(, $arg)*
        )
    };
}

pub async fn find(conn: &mut PgConnection, id: SubscriptionId) -> sqlx::Result<Option<Subscription>> {
    let row = select!("WHERE s.id = $1", id.0).fetch_optional(conn).await?;
    Ok(row.map(Subscription::from))
}

pub async fn lock(conn: &mut PgConnection, id: SubscriptionId) -> sqlx::Result<Subscription> {
    let row = select!("WHERE s.id = $1 FOR UPDATE OF s", id.0).fetch_one(conn).await?;
    Ok(row.into())
}

/// Returns a diner's subscription of a tier that has not ended.
pub async fn find_current(conn: &mut PgConnection, user: UserId, grade: Grade) -> sqlx::Result<Option<Subscription>> {
    let row = select!("WHERE s.user_id = $1 AND s.grade = $2 AND s.status <> 'ended'", user.0, grade.as_str());
    Ok(row.fetch_optional(conn).await?.map(Subscription::from))
}

/// Returns a diner's own subscription by the provider's id, ended or not.
pub async fn find_by_fid(conn: &mut PgConnection, user: UserId, fid: &str) -> sqlx::Result<Option<Subscription>> {
    let row = select!("WHERE s.user_id = $1 AND s.gateway_fid = $2", user.0, fid);
    Ok(row.fetch_optional(conn).await?.map(Subscription::from))
}

/// Returns all subscriptions of a diner, past and present, newest first.
pub async fn list_of(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Vec<Subscription>> {
    let rows = select!("WHERE s.user_id = $1 ORDER BY s.id DESC", user.0).fetch_all(conn).await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Returns subscriptions whose check at the provider was due by `before`.
pub async fn list_due(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Unsettled>> {
    let rows = sqlx::query!(
        "SELECT id, check_at FROM subscriptions WHERE status <> 'ended' AND check_at < $1 ORDER BY check_at LIMIT $2",
        before,
        limit
    );
    let due = rows.fetch_all(conn).await?.into_iter();
    Ok(due
        .map(|row| Unsettled { subject: Subject::Subscription(SubscriptionId(row.id)), moved_at: row.check_at })
        .collect())
}

/// Sets `users.premium_grade` to the highest of the diner's tiers: gold, then the club, then premium.
pub async fn refresh_premium_grade(conn: &mut PgConnection, user: UserId, now: DateTime<Utc>) -> sqlx::Result<()> {
    let grades = sqlx::query_scalar!(r#"SELECT subscribed_grades($1, $2) AS "grades!""#, user.0, now);
    let grades = grades.fetch_one(&mut *conn).await?;
    let highest = [Grade::Gold, Grade::Ohc, Grade::Green].map(Grade::as_str).into_iter();
    let highest = highest.into_iter().find(|grade| grades.iter().any(|has| has == grade));
    sqlx::query!(
        "UPDATE users SET premium_grade = $2 WHERE id = $1 AND premium_grade IS DISTINCT FROM $2",
        user.0,
        highest
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns a gold diner by the uid of their recommendation.
pub async fn find_promoter(conn: &mut PgConnection, uid: &str, now: DateTime<Utc>) -> sqlx::Result<Option<UserId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: UserId" FROM users WHERE uid = $1 AND 'gold' = ANY (subscribed_grades(id, $2)) AND NOT is_agent"#,
        uid,
        now
    )
    .fetch_optional(conn)
    .await
}

/// Returns the uid of a diner's recommendation.
pub async fn uid_of(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("SELECT uid FROM users WHERE id = $1", user.0).fetch_optional(conn).await
}
