//! Disputed payments: the cardholder does not recognise a payment. The provider's state of the dispute decides.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::ledger_entries::{self, ChargePart};
use super::model::{ChargeKind, Subject, SubjectKind, is_settled_without_loss};
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::Dispute;
use crate::ids::{ChargeId, DisputeId, RestaurantId};
use crate::ledger::model::PLATFORM;
use crate::text_enum::text_enum;

/// Final status of a dispute whose money stays with the cardholder.
const LOST: &str = "lost";

text_enum! {
    /// The party that bears the loss of a lost dispute.
    pub enum DisputeBearer of "charge_disputes.borne_by" {
        Platform = "platform",
        Restaurant = "restaurant",
    }
}

/// Reasons about the restaurant's service. All others are about the payment, which is the platform's part.
const SERVICE_REASONS: [&str; 3] = ["product_not_received", "product_unacceptable", "credit_not_processed"];

impl DisputeBearer {
    /// Returns who bears a loss (docs/decisions/0014). The platform sells its own fees, and answers for the card; the restaurant answers for
    /// its course, its cancellation fee and its manual charges, except corrections that the operator receives (`is_operators`).
    fn of(restaurant: RestaurantId, kind: ChargeKind, is_operators: bool, reason: &str) -> Self {
        let is_restaurants = restaurant != PLATFORM
            && !is_operators
            && matches!(kind, ChargeKind::PrepaidCourse | ChargeKind::CancellationFee | ChargeKind::Correction);
        if is_restaurants && SERVICE_REASONS.contains(&reason) { Self::Restaurant } else { Self::Platform }
    }
}

/// A recorded dispute.
#[derive(Clone, Copy, Debug)]
pub struct RecordedDispute {
    pub id: DisputeId,
    pub restaurant: RestaurantId,
    pub subject: Subject,
    /// Whether this is the first report of it.
    pub is_opened: bool,
    /// Whether an inquiry became a dispute now: it waits for another answer.
    pub is_escalated: bool,
    /// The bearer of the loss, if it was lost now.
    pub lost_now: Option<DisputeBearer>,
}

/// Time of a record, and how far our clock is ahead of the provider's: zero, except in a demo.
#[derive(Clone, Copy, Debug)]
pub struct RecordTimes {
    pub now: DateTime<Utc>,
    pub ahead: Duration,
}

struct DisputedCharge {
    id: ChargeId,
    uid: String,
    restaurant: RestaurantId,
    subject_kind: SubjectKind,
    subject_id: i64,
    kind: ChargeKind,
    /// It is a correction that the operator receives.
    is_operators: bool,
}

/// Records the provider's state of a dispute, and books what the bank withdrew or returned. A decision never changes: an older state that
/// arrives after it is ignored. None if the charge is not one of Seki's.
pub async fn record(
    conn: &mut PgConnection,
    times: RecordTimes,
    dispute: &Dispute,
) -> sqlx::Result<Option<RecordedDispute>> {
    let Some(charge) = lock_charge(conn, dispute).await? else { return Ok(None) };
    let before = sqlx::query!(
        "SELECT status, closed_at FROM charge_disputes WHERE restaurant_id = $1 AND gateway_fid = $2",
        charge.restaurant.0,
        dispute.id
    );
    let before = before.fetch_optional(&mut *conn).await?;
    let (is_opened, was_decided) = (before.is_none(), before.as_ref().is_some_and(|before| before.closed_at.is_some()));
    let is_escalated =
        before.is_some_and(|before| is_inquiry(&before.status)) && !was_decided && !is_inquiry(&dispute.status);
    let is_lost = dispute.status == LOST;
    let reason = dispute.reason.as_deref().unwrap_or_default();
    let bearer = is_lost.then(|| DisputeBearer::of(charge.restaurant, charge.kind, charge.is_operators, reason));
    if is_escalated {
        reopen(conn, &charge, dispute).await?;
    }
    let id = upsert(conn, times, &charge, dispute, bearer).await?;
    let subject = Subject::from_parts(charge.subject_kind, charge.restaurant, charge.subject_id);
    let recorded = RecordedDispute {
        id,
        restaurant: charge.restaurant,
        subject,
        is_opened,
        is_escalated,
        lost_now: bearer.filter(|_| !was_decided),
    };
    if was_decided {
        return Ok(Some(recorded));
    }
    refresh_charge(conn, &charge).await?;
    let part = ChargePart { id: charge.id, uid: &charge.uid, subject, kind: charge.kind, amount: dispute.amount };
    ledger_entries::disputed(conn, times.now, &part, &dispute.id, &dispute.status).await?;
    let closed = if is_lost { "dispute.lost" } else { "dispute.closed" };
    let steps =
        [(is_opened, "dispute.opened"), (is_escalated, "dispute.escalated"), (is_final(&dispute.status), closed)];
    for (_, action) in steps.into_iter().filter(|(is_taken, _)| *is_taken) {
        let detail = json!({ "charge_id": charge.id, "amount": dispute.amount, "reason": reason });
        let restaurant = Some(charge.restaurant).filter(|restaurant| *restaurant != PLATFORM);
        let event = Event { actor: Actor::System, action, restaurant, reservation: subject.reservation(), detail };
        audit::record(conn, times.now, event).await?;
    }
    Ok(Some(recorded))
}

/// Whether the bank only asks, and has withdrawn nothing.
fn is_inquiry(status: &str) -> bool {
    status.starts_with("warning")
}

/// Forgets the answer to an inquiry that became a dispute, and its reminder.
async fn reopen(conn: &mut PgConnection, charge: &DisputedCharge, dispute: &Dispute) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charge_disputes SET answered_at = NULL, reminded_at = NULL WHERE restaurant_id = $1 AND gateway_fid = $2",
        charge.restaurant.0,
        dispute.id
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether the bank has decided.
fn is_final(status: &str) -> bool {
    status == LOST || is_settled_without_loss(status)
}

/// Locks the disputed charge, so that two workers record a dispute one after the other. A Citus cluster locks the rows of one node only.
async fn lock_charge(conn: &mut PgConnection, dispute: &Dispute) -> sqlx::Result<Option<DisputedCharge>> {
    let restaurant =
        sqlx::query_scalar!("SELECT restaurant_id FROM charges WHERE gateway_fid = $1", dispute.payment_intent);
    let Some(restaurant) = restaurant.fetch_optional(&mut *conn).await? else { return Ok(None) };
    sqlx::query_as!(
        DisputedCharge,
        r#"SELECT id AS "id: ChargeId", uid, restaurant_id AS "restaurant: RestaurantId", subject_kind AS "subject_kind: SubjectKind",
                  subject_id, kind AS "kind: ChargeKind",
                  EXISTS (SELECT 1 FROM payment_adjustments a WHERE a.restaurant_id = $1 AND a.charge_id = charges.id
                          AND a.kind = 'correction' AND a.borne_by = 'operator') AS "is_operators!"
           FROM charges WHERE restaurant_id = $1 AND gateway_fid = $2 FOR NO KEY UPDATE"#,
        restaurant,
        dispute.payment_intent
    )
    .fetch_optional(conn)
    .await
}

/// Writes a dispute, and returns its id. A decided one stays as it is.
async fn upsert(
    conn: &mut PgConnection,
    times: RecordTimes,
    charge: &DisputedCharge,
    dispute: &Dispute,
    bearer: Option<DisputeBearer>,
) -> sqlx::Result<DisputeId> {
    sqlx::query_scalar!(
        r#"INSERT INTO charge_disputes AS d (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at,
             evidence_due_at, answered_at, closed_at, borne_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7, $8, CASE WHEN $9 THEN $7::timestamptz END, CASE WHEN $10 THEN $7::timestamptz END, $11)
         ON CONFLICT (restaurant_id, gateway_fid) DO UPDATE SET
             status = CASE WHEN d.closed_at IS NULL THEN excluded.status ELSE d.status END,
             updated_at = CASE WHEN d.closed_at IS NULL THEN excluded.updated_at ELSE d.updated_at END,
             evidence_due_at = coalesce(excluded.evidence_due_at, d.evidence_due_at),
             answered_at = coalesce(d.answered_at, excluded.answered_at), closed_at = coalesce(d.closed_at, excluded.closed_at),
             borne_by = CASE WHEN d.closed_at IS NULL THEN excluded.borne_by ELSE d.borne_by END
         RETURNING id AS "id: DisputeId""#,
        charge.restaurant.0,
        charge.id.0,
        dispute.id,
        dispute.amount.to_db()?,
        dispute.reason.as_deref().unwrap_or_default(),
        dispute.status,
        times.now,
        dispute.due_by().map(|due| due + times.ahead),
        dispute.is_answered(),
        is_final(&dispute.status),
        bearer.map(DisputeBearer::as_str),
    )
    .fetch_one(conn)
    .await
}

/// Writes the state of a charge's disputes to the charge. `DisputeState` explains the states.
async fn refresh_charge(conn: &mut PgConnection, charge: &DisputedCharge) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges c SET dispute_state = d.state, lost_amount = d.lost
         FROM (SELECT CASE WHEN bool_or(closed_at IS NULL AND status NOT LIKE 'warning%') THEN 'open'
                           WHEN bool_or(status = 'lost') THEN 'lost'
                           WHEN bool_or(closed_at IS NULL) THEN 'inquiry'
                           WHEN bool_or(status = 'won') THEN 'won' END AS state,
                      coalesce(sum(amount) FILTER (WHERE status = 'lost'), 0) AS lost
               FROM charge_disputes WHERE restaurant_id = $1 AND charge_id = $2) d
         WHERE c.restaurant_id = $1 AND c.id = $2",
        charge.restaurant.0,
        charge.id.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether a charge of a subject is disputed, or its dispute was lost. Disputes that are settled without a loss do not count.
pub async fn has_any(conn: &mut PgConnection, subject: Subject) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM charge_disputes d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
               WHERE c.restaurant_id = $1 AND c.subject_kind = $2 AND c.subject_id = $3
                 AND NOT (d.closed_at IS NOT NULL AND d.status <> 'lost')
           ) AS "any!""#,
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
    )
    .fetch_one(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restaurant_bears_only_disputes_about_its_service() {
        use ChargeKind::{CancellationFee, Correction, PrepaidCourse, ReservationFee, SubscriptionFee};
        let of = |restaurant, kind, reason| DisputeBearer::of(RestaurantId(restaurant), kind, false, reason);
        assert_eq!(of(7, PrepaidCourse, "product_not_received"), DisputeBearer::Restaurant);
        assert_eq!(of(7, CancellationFee, "credit_not_processed"), DisputeBearer::Restaurant);
        assert_eq!(of(7, Correction, "product_unacceptable"), DisputeBearer::Restaurant);
        let of_operators = DisputeBearer::of(RestaurantId(7), Correction, true, "product_unacceptable");
        assert_eq!(of_operators, DisputeBearer::Platform);
        for (restaurant, kind, reason) in [
            (7, PrepaidCourse, "fraudulent"),
            (7, PrepaidCourse, "duplicate"),
            (7, PrepaidCourse, "general"),
            (7, PrepaidCourse, ""),
            (7, ReservationFee, "product_unacceptable"),
            (0, SubscriptionFee, "product_unacceptable"),
        ] {
            assert_eq!(of(restaurant, kind, reason), DisputeBearer::Platform, "{kind} {reason}");
        }
    }
}
