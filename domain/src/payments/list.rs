//! Charges for an operator's list.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{ChargeKind, ChargeStatus, DisputeState, SubjectKind};
use crate::ids::ChargeId;
use crate::money::Yen;

/// A charge of the list of `seki payments`.
#[derive(Clone, Debug)]
pub struct ChargeRow {
    pub id: ChargeId,
    pub uid: String,
    /// Slug of the restaurant; empty if the platform itself is paid.
    pub restaurant: String,
    pub subject_kind: SubjectKind,
    pub subject_id: i64,
    /// Code of the reservation.
    pub reservation_code: Option<String>,
    /// Status of the reservation.
    pub reservation_status: Option<String>,
    pub kind: ChargeKind,
    pub amount: Yen,
    pub status: ChargeStatus,
    pub attempt: i32,
    pub failure_code: Option<String>,
    pub refund_due: Yen,
    pub refunded_amount: Yen,
    pub dispute: Option<DisputeState>,
    /// Amount that banks returned to the cardholder in lost disputes.
    pub lost_amount: Yen,
    pub gateway_fid: Option<String>,
    /// The action needed from its diner: `card`, `authentication` or `another_card`; `dispute` if its refund waits for a bank's decision.
    pub waits_for: Option<String>,
    pub updated_at: DateTime<Utc>,
}

/// Filter of the list.
#[derive(Clone, Copy, Debug)]
pub struct ChargeFilter<'a> {
    /// Only these charges.
    pub ids: Option<&'a [ChargeId]>,
    pub status: Option<&'a str>,
    /// Only charges that are not settled.
    pub only_unsettled: bool,
    /// Only charges that wait for their diners: fees, manual charges and differences with a `waits_for`.
    pub only_owed: bool,
}

/// Returns charges, newest first.
pub async fn list_rows(conn: &mut PgConnection, shown: ChargeFilter<'_>, limit: i64) -> sqlx::Result<Vec<ChargeRow>> {
    let ids: Option<Vec<_>> = shown.ids.map(|ids| ids.iter().map(|id| id.0).collect());
    sqlx::query_as!(
        ChargeRow,
        r#"SELECT c.id AS "id: ChargeId", c.uid, coalesce(t.slug, '') AS "restaurant!", c.subject_kind AS "subject_kind: SubjectKind",
                  c.subject_id, r.reservation_code AS "reservation_code?", r.status AS "reservation_status?", c.kind AS "kind: ChargeKind", c.amount AS "amount: Yen",
                  c.status AS "status: ChargeStatus", c.attempt, c.failure_code, c.refund_due AS "refund_due: Yen",
                  c.refunded_amount AS "refunded_amount: Yen", c.dispute_state AS "dispute: DisputeState",
                  c.lost_amount AS "lost_amount: Yen", c.gateway_fid, w.waits_for, c.updated_at
           FROM charges c
           LEFT JOIN payment_methods m ON m.user_id = c.user_id AND m.replaced_at IS NULL
           CROSS JOIN LATERAL (SELECT CASE
               WHEN c.dispute_state = 'open' AND c.refund_due > c.refunded_amount + c.lost_amount THEN 'dispute'
               WHEN c.kind NOT IN ('cancellation_fee', 'subscription_fee', 'correction') AND c.position <= 2
                    OR c.voided_at IS NOT NULL OR c.status IN ('succeeded', 'canceled', 'processing') THEN NULL
               WHEN c.status = 'requires_action' THEN 'authentication'
               WHEN m.user_id IS NULL THEN 'card'
               WHEN c.failure_code IS NULL OR c.payment_method_fid IS DISTINCT FROM m.gateway_fid THEN NULL
               WHEN c.failure_code IN ('authentication_required', 'payment_intent_authentication_failure') THEN 'authentication'
               ELSE 'another_card' END AS waits_for) w
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           LEFT JOIN restaurants t ON t.id = c.restaurant_id
           WHERE ($1::text IS NULL OR c.status = $1)
             AND (NOT $2 OR c.status NOT IN ('succeeded', 'canceled') OR c.refund_due > c.refunded_amount + c.lost_amount)
             AND (NOT $3 OR w.waits_for <> 'dispute') AND ($5::bigint[] IS NULL OR c.id = ANY ($5))
           ORDER BY c.id DESC LIMIT $4"#,
        shown.status,
        shown.only_unsettled,
        shown.only_owed,
        limit,
        ids.as_deref(),
    )
    .fetch_all(conn)
    .await
}
