//! A diner's charges, for the payment history.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{ChargeId, RestaurantId, UserId};
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use crate::zone::Zone;

#[derive(Clone, Debug)]
pub struct HistoryRow {
    pub id: ChargeId,
    /// 0 if the platform itself is paid.
    pub restaurant_id: RestaurantId,
    pub kind: ChargeKind,
    pub status: ChargeStatus,
    pub amount: Yen,
    pub refund_due: Yen,
    pub refunded_amount: Yen,
    pub dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    pub lost_amount: Yen,
    pub gateway_fid: Option<String>,
    pub receipt_sent_at: Option<DateTime<Utc>>,
    /// Time of the payment or, before it, of the charge.
    pub at: DateTime<Utc>,
    pub restaurant_ja: Option<String>,
    pub restaurant_en: Option<String>,
    pub zone: Option<Zone>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
    pub starts_at: Option<DateTime<Utc>>,
    /// False if its reservation was cancelled or its guest did not come: what is kept of a course is then a cancellation fee.
    pub is_served: bool,
}

/// Returns the charges of a diner that were paid or are still to be paid, newest first.
pub async fn list(conn: &mut PgConnection, diner: UserId, limit: i64, offset: i64) -> sqlx::Result<Vec<HistoryRow>> {
    sqlx::query_as!(
        HistoryRow,
        r#"SELECT c.id AS "id: ChargeId", c.restaurant_id AS "restaurant_id: RestaurantId", c.kind AS "kind: ChargeKind",
                  c.status AS "status: ChargeStatus", c.amount AS "amount: Yen",
                  c.refund_due AS "refund_due: Yen", c.refunded_amount AS "refunded_amount: Yen",
                  c.dispute_state AS "dispute: DisputeState", c.lost_amount AS "lost_amount: Yen", c.gateway_fid, c.receipt_sent_at,
                  coalesce(c.succeeded_at, c.created_at) AS "at!", s.name_ja AS "restaurant_ja?", s.name_en AS "restaurant_en?",
                  s.time_zone AS "zone?: Zone", r.uid AS "reservation_uid?", r.reservation_code AS "reservation_code?",
                  r.starts_at AS "starts_at?",
                  coalesce(e.kind = 'course_earned',
                           r.id IS NULL OR r.status IN ('pending', 'accepted') AND n.reservation_id IS NULL) AS "is_served!"
           FROM charges c
           LEFT JOIN restaurants s ON s.id = c.restaurant_id
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           LEFT JOIN ledger_transfers e ON e.restaurant_id = c.restaurant_id AND e.key = 'earned:' || c.uid
               AND e.kind IN ('course_earned', 'cancellation_fee_earned')
           WHERE c.user_id = $1 AND c.status <> 'canceled' AND (c.voided_at IS NULL OR c.status = 'succeeded')
           ORDER BY c.created_at DESC, c.id DESC LIMIT $2 OFFSET $3"#,
        diner.0,
        limit,
        offset,
    )
    .fetch_all(conn)
    .await
}

pub async fn count(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM charges c
           WHERE c.user_id = $1 AND c.status <> 'canceled' AND (c.voided_at IS NULL OR c.status = 'succeeded')"#,
        diner.0,
    )
    .fetch_one(conn)
    .await
}
