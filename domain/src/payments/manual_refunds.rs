//! Manual refunds in the row of their charge (gaps G205). The area `adjustments` has the requests; here are the effects that must be in the
//! transaction that locks the charge. Lock order: reservation, charge, adjustment.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{Charge, Subject, SubjectKind};
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::ledger::model::PLATFORM;
use crate::money::Yen;

/// Returns the restaurant of a diner's charge, by the uids of both.
pub async fn find_restaurant(
    conn: &mut PgConnection,
    diner_uid: &str,
    charge_uid: &str,
) -> sqlx::Result<Option<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT c.restaurant_id AS "restaurant: RestaurantId" FROM users u JOIN charges c ON c.user_id = u.id
           WHERE u.uid = $1 AND c.uid = $2"#,
        diner_uid,
        charge_uid,
    )
    .fetch_optional(conn)
    .await
}

/// Returns the subject of a charge.
pub async fn find_subject(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<Subject>> {
    let row = sqlx::query!(
        r#"SELECT subject_kind AS "kind: SubjectKind", subject_id FROM charges WHERE restaurant_id = $1 AND uid = $2"#,
        restaurant.0,
        uid,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Subject::from_parts(row.kind, restaurant, row.subject_id)))
}

/// Returns a charge, locked until the transaction ends. The caller must lock its reservation first.
pub async fn lock(conn: &mut PgConnection, subject: Subject, uid: &str) -> sqlx::Result<Option<Charge>> {
    let locked = sqlx::query_scalar!(
        "SELECT id FROM charges WHERE restaurant_id = $1 AND uid = $2 FOR NO KEY UPDATE",
        subject.restaurant().0,
        uid
    );
    if locked.fetch_optional(&mut *conn).await?.is_none() {
        return Ok(None);
    }
    let charges = queries::list_charges(conn, subject).await?;
    Ok(charges.into_iter().find(|charge| charge.uid == uid))
}

/// Makes an amount due for a refund, of which the operator compensates the restaurant for `goodwill`. Returns the total that is due then;
/// None if the charge is not paid or the amount exceeds what is left. The charge must be locked.
pub async fn add_refund(
    conn: &mut PgConnection,
    charge: &Charge,
    amount: Yen,
    goodwill: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Yen>> {
    sqlx::query_scalar!(
        r#"UPDATE charges SET refund_due = refund_due + $3, manually_refunded = manually_refunded + $3, goodwill_due = goodwill_due + $4,
               updated_at = $5
           WHERE restaurant_id = $1 AND id = $2 AND status = 'succeeded' AND voided_at IS NULL AND refund_due + $3 <= amount - lost_amount
           RETURNING refund_due AS "due: Yen""#,
        charge.subject.restaurant().0,
        charge.id.0,
        amount.to_db()?,
        goodwill.to_db()?,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Lowers the part that counts as refunded manually to at most `most`: the rules refund the rest anyway.
pub async fn cap(conn: &mut PgConnection, charge: &Charge, most: Yen) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET manually_refunded = $3, goodwill_due = least(goodwill_due, $3)
         WHERE restaurant_id = $1 AND id = $2 AND manually_refunded > $3",
        charge.subject.restaurant().0,
        charge.id.0,
        most.to_db()?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the part of a locked charge's due amount that is for manual refunds in progress.
pub(super) async fn sum_processing(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<Yen> {
    sqlx::query_scalar!(
        r#"SELECT least(coalesce((
               SELECT sum(a.amount) FROM payment_adjustments a
               WHERE a.restaurant_id = c.restaurant_id AND a.charge_id = c.id AND a.kind = 'refund' AND a.status = 'processing'), 0),
               c.manually_refunded)::bigint AS "sum!: Yen"
           FROM charges c WHERE c.restaurant_id = $1 AND c.id = $2"#,
        charge.subject.restaurant().0,
        charge.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Moves the totals at which the manual refunds in progress of a locked charge are made, by the change of its due amount.
pub(super) async fn shift(conn: &mut PgConnection, charge: &Charge, by: Yen) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE payment_adjustments SET refund_total = refund_total + $3
         WHERE restaurant_id = $1 AND charge_id = $2 AND kind = 'refund' AND status = 'processing'",
        charge.subject.restaurant().0,
        charge.id.0,
        by.to_db()?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Raises what is due of a locked charge by a refund of the dashboard: the manual refunds in progress are made after it.
pub(super) async fn displace(
    conn: &mut PgConnection,
    charge: &Charge,
    amount: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET refund_due = refund_due + $3, manually_refunded = manually_refunded + $3, updated_at = $4
         WHERE restaurant_id = $1 AND id = $2",
        charge.subject.restaurant().0,
        charge.id.0,
        amount.to_db()?,
        now,
    )
    .execute(&mut *conn)
    .await?;
    shift(conn, charge, amount).await
}

/// Marks the manual refunds that `covered` covers as succeeded if a part of them is in the refunded `total`, and returns the part that the
/// operator bears. `covered` is the total, and with it what the bank returned in lost disputes once nothing more is due. The charge must be
/// locked.
pub(super) async fn complete(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    charge: &Charge,
    total: Yen,
    covered: Yen,
) -> sqlx::Result<Yen> {
    sqlx::query_scalar!(
        r#"WITH completed AS (
               UPDATE payment_adjustments SET status = 'succeeded', finished_at = $5
               WHERE restaurant_id = $1 AND charge_id = $2 AND kind = 'refund' AND status = 'processing' AND refund_total <= $4
                 AND refund_total - amount < $3
               RETURNING amount, borne_by)
           SELECT coalesce(sum(amount) FILTER (WHERE borne_by = 'operator'), 0)::bigint AS "borne!: Yen" FROM completed"#,
        charge.subject.restaurant().0,
        charge.id.0,
        total.to_db()?,
        covered.to_db()?,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Takes at most `amount` from what the operator owes the restaurant for manual refunds. Returns the taken amount. The charge must be
/// locked.
pub(super) async fn take_goodwill(conn: &mut PgConnection, charge: &Charge, amount: Yen) -> sqlx::Result<Yen> {
    let taken = sqlx::query_scalar!(
        r#"WITH before AS (SELECT least(goodwill_due, $3) AS taken FROM charges WHERE restaurant_id = $1 AND id = $2)
           UPDATE charges c SET goodwill_due = c.goodwill_due - b.taken FROM before b
           WHERE c.restaurant_id = $1 AND c.id = $2 AND b.taken > 0 RETURNING b.taken AS "taken!: Yen""#,
        charge.subject.restaurant().0,
        charge.id.0,
        amount.to_db()?,
    );
    Ok(taken.fetch_optional(conn).await?.unwrap_or(Yen::ZERO))
}

/// Fails the manual refunds of a charge that are not made, with the provider's code: their amounts are not due any more. Returns whether
/// there were any.
pub(super) async fn fail(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    charge: &Charge,
    code: &str,
) -> sqlx::Result<bool> {
    if lock(conn, charge.subject, &charge.uid).await?.is_none() {
        return Ok(false);
    }
    let failed = sqlx::query!(
        r#"WITH failed AS (
               UPDATE payment_adjustments a SET status = 'failed', failure_code = $3, finished_at = $4 FROM charges c
               WHERE a.restaurant_id = $1 AND a.charge_id = $2 AND a.kind = 'refund' AND a.status = 'processing'
                 AND c.restaurant_id = $1 AND c.id = $2 AND a.refund_total > c.refunded_amount
               RETURNING a.amount, a.borne_by)
           SELECT coalesce(sum(amount), 0)::integer AS "amount!",
                  coalesce(sum(amount) FILTER (WHERE borne_by = 'operator'), 0)::integer AS "borne!" FROM failed"#,
        charge.subject.restaurant().0,
        charge.id.0,
        code,
        now,
    );
    let failed = failed.fetch_one(&mut *conn).await?;
    if failed.amount == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "UPDATE charges c SET refund_due = c.refund_due - x.released, manually_refunded = c.manually_refunded - x.released,
             goodwill_due = least(greatest(c.goodwill_due - $4, 0), c.manually_refunded - x.released), updated_at = $5
         FROM (SELECT least($3, manually_refunded, refund_due - refunded_amount) AS released FROM charges
               WHERE restaurant_id = $1 AND id = $2) x
         WHERE c.restaurant_id = $1 AND c.id = $2",
        charge.subject.restaurant().0,
        charge.id.0,
        failed.amount,
        failed.borne,
        now,
    )
    .execute(&mut *conn)
    .await?;
    let event = Event {
        actor: Actor::System,
        action: "adjustment.failed",
        restaurant: Some(charge.subject.restaurant()).filter(|restaurant| *restaurant != PLATFORM),
        reservation: charge.subject.reservation(),
        detail: json!({ "charge_id": charge.id, "amount": failed.amount, "code": code }),
    };
    audit::record(conn, now, event).await?;
    Ok(true)
}
