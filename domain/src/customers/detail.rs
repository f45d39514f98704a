//! The history of a guest at a restaurant, for the customer's page.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{CustomerId, RestaurantId};
use crate::money::Yen;
use crate::restaurants::model::OperationName;

/// Maximum number of reservations on a customer's page.
pub const MAX_VISITS: i64 = 200;

/// A reservation in the history. `spent` is the price of the course if the party came; for a cancelled reservation or a no-show, the
/// part of the payment that was kept. Neither contains what banks returned in lost disputes (gaps G305).
#[derive(Clone, Debug)]
pub struct VisitRow {
    pub uid: String,
    pub reservation_code: String,
    pub kind: String,
    pub status: String,
    /// It was a booking at some time.
    pub was_accepted: bool,
    pub invite_type: Option<String>,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub special_request: String,
    pub internal_memo: String,
    pub rating: Option<String>,
    pub reasons: Vec<String>,
    pub arrived_at: Option<DateTime<Utc>>,
    pub seated_at: Option<DateTime<Utc>>,
    pub bill_at: Option<DateTime<Utc>>,
    pub left_at: Option<DateTime<Utc>>,
    pub no_show_at: Option<DateTime<Utc>>,
    pub spent: Yen,
}

/// Totals of a customer's reservations.
#[derive(Clone, Copy, Debug)]
pub struct CustomerTotals {
    /// Accepted and in the future.
    pub upcoming: i64,
    /// Cancelled by the guest.
    pub cancelled: i64,
    pub no_shows: i64,
    pub spent: Yen,
}

/// A statement over the reservations of customer $2 of restaurant $1, each with its spending until $3.
macro_rules! reservations {
    ($call:ident, ($($row:tt)*), $before:literal, $after:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $($row)*
            $before + r#" FROM reservations r
               LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
               CROSS JOIN LATERAL (SELECT CASE
                   WHEN r.status = 'accepted' AND r.ends_at >= $3 THEN 0
                   WHEN r.status = 'accepted' AND n.reservation_id IS NULL
                       THEN greatest(r.course_price::bigint * r.guests_count - paid.lost, 0)
                   ELSE paid.kept END AS spent
                   FROM (SELECT coalesce(sum(greatest(c.lost_amount - greatest(c.refund_due - c.refunded_amount, 0), 0))
                             FILTER (WHERE c.kind = 'prepaid_course'), 0)::bigint AS lost,
                             coalesce(sum(greatest(c.amount - greatest(c.refund_due, c.refunded_amount + c.lost_amount), 0)), 0)::bigint AS kept
                         FROM charges c
                         WHERE c.restaurant_id = $1 AND c.reservation_id = r.id AND c.status = 'succeeded'
                           AND c.kind IN ('prepaid_course', 'cancellation_fee')) paid) s "# + $after
            $(, $arg)*
        )
    };
}

/// Lists the latest reservations of a customer, latest first. Excludes holds.
pub async fn list_visits(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<VisitRow>> {
    reservations!(
        query_as,
        (VisitRow,),
        r#"SELECT r.uid, r.reservation_code, r.type AS kind, r.status, r.accepted_at IS NOT NULL AS "was_accepted!", i.invite_type AS "invite_type?",
                  r.operation AS "operation: OperationName", r.date, r.starts_at,
                  r.ends_at, r.guests_count, r.course_title_ja, r.course_title_en, r.special_request,
                  r.internal_memo, v.rating AS "rating?", coalesce(v.reasons, '{}') AS "reasons!",
                  t.arrived_at AS "arrived_at?", t.seated_at AS "seated_at?", t.bill_at AS "bill_at?", t.left_at AS "left_at?",
                  n.recorded_at AS "no_show_at?", s.spent AS "spent!: Yen""#,
        r#"LEFT JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           LEFT JOIN reservation_reviews v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_service_times t ON t.restaurant_id = r.restaurant_id AND t.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND r.customer_id = $2
             AND (r.type <> 'online_reservation' OR r.accepted_at IS NOT NULL)
           ORDER BY r.starts_at DESC, r.id DESC LIMIT $4"#,
        restaurant.0,
        customer.0,
        now,
        limit,
    )
    .fetch_all(conn)
    .await
}

pub async fn sums(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<CustomerTotals> {
    reservations!(
        query_as,
        (CustomerTotals,),
        r#"SELECT count(*) FILTER (WHERE r.status = 'accepted' AND r.ends_at >= $3) AS "upcoming!",
                  count(*) FILTER (WHERE is_guest_cancellation(r.status, r.accepted_at)) AS "cancelled!",
                  count(n.reservation_id) AS "no_shows!", coalesce(sum(s.spent), 0)::bigint AS "spent!: Yen""#,
        "WHERE r.restaurant_id = $1 AND r.customer_id = $2",
        restaurant.0,
        customer.0,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Reports whether an announcement would reach the customer. The diner's answer about mails and their group decide, in addition to the
/// customer's setting.
pub async fn receives_announcements(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM mail_audience WHERE restaurant_id = $1 AND customer_id = $2 AND wants_announcements)
            AS "receives!""#,
        restaurant.0,
        customer.0,
    )
    .fetch_one(conn)
    .await
}
