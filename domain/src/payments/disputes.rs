//! Disputed payments: the cardholder does not recognise a payment. The provider's state of the dispute decides.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::PaymentError;
use super::ledger_entries::{self, ChargePart};
use super::model::{ChargeKind, PaymentContext, Subject, SubjectKind};
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::Dispute;
use crate::ids::{ChargeId, RestaurantId};

/// Final status of a dispute whose money stays with the cardholder.
const LOST: &str = "lost";

/// Records the state of a dispute. Returns the subject of the disputed charge; None if the charge is not one of Seki's.
pub async fn record(cx: PaymentContext<'_>, fid: &str) -> Result<Option<Subject>, PaymentError> {
    let dispute = cx.stripe.retrieve_dispute(fid).await?;
    let mut tx = cx.pool.begin().await?;
    let subject = write(&mut tx, cx.clock.now(), &dispute).await?;
    tx.commit().await?;
    Ok(subject)
}

/// Writes a dispute. This is the only place that records disputed money.
async fn write(conn: &mut PgConnection, now: DateTime<Utc>, dispute: &Dispute) -> sqlx::Result<Option<Subject>> {
    let charge = sqlx::query!(
        r#"SELECT id AS "id: ChargeId", uid, restaurant_id AS "restaurant: RestaurantId", subject_kind AS "subject_kind: SubjectKind",
                  subject_id, kind AS "kind: ChargeKind" FROM charges
           WHERE gateway_fid = $1"#,
        dispute.payment_intent
    );
    let Some(charge) = charge.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let before = sqlx::query_scalar!(
        "SELECT status FROM charge_disputes WHERE restaurant_id = $1 AND gateway_fid = $2 FOR UPDATE",
        charge.restaurant.0,
        dispute.id
    );
    let before = before.fetch_optional(&mut *conn).await?;
    sqlx::query!(
        "INSERT INTO charge_disputes (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         ON CONFLICT (restaurant_id, gateway_fid) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at",
        charge.restaurant.0,
        charge.id.0,
        dispute.id,
        dispute.amount.to_db()?,
        dispute.reason.as_deref().unwrap_or_default(),
        dispute.status,
        now,
    )
    .execute(&mut *conn)
    .await?;
    let subject = Subject::from_parts(charge.subject_kind, charge.restaurant, charge.subject_id);
    let part = ChargePart { id: charge.id, uid: &charge.uid, subject, kind: charge.kind, amount: dispute.amount };
    ledger_entries::disputed(conn, now, &part, &dispute.id, &dispute.status).await?;
    let action = match before {
        None => Some("dispute.opened"),
        Some(before) if before != dispute.status && dispute.status == LOST => Some("dispute.lost"),
        Some(_) => None,
    };
    if let Some(action) = action {
        let detail = json!({ "charge_id": charge.id, "amount": dispute.amount, "reason": dispute.reason });
        let restaurant = Some(charge.restaurant).filter(|restaurant| restaurant.0 != 0);
        audit::record(conn, now, Event { actor: Actor::System, action, restaurant, reservation: None, detail }).await?;
    }
    Ok(Some(subject))
}

/// Whether a charge of a subject is disputed, or its dispute was lost. Disputes that were won and closed inquiries do not count.
pub async fn has_any(conn: &mut PgConnection, subject: Subject) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM charge_disputes d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
               WHERE c.restaurant_id = $1 AND c.subject_kind = $2 AND c.subject_id = $3 AND d.status NOT IN ('won', 'warning_closed')
           ) AS "any!""#,
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
    )
    .fetch_one(conn)
    .await
}
