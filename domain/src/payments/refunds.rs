//! Refunds that are due here, and refunds that an operator made in the provider's dashboard. The provider's list decides.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::PaymentError;
use super::ledger_entries::{self, ChargePart, RefundSource};
use super::model::{Charge, ChargeStatus, DisputeState, PaymentContext, Subject};
use super::{manual_refunds, queries};
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::{Refund, StripeError};
use crate::ledger::model::PLATFORM;
use crate::money::Yen;

/// All refunds of a payment that the provider knows. All amounts only grow, so the greater of two snapshots is the later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RefundSnapshot {
    /// Every refund that was made, failed ones too.
    made: Yen,
    /// Refunds made in the provider's dashboard, failed ones too.
    dashboard: Yen,
    failed: Yen,
}

impl RefundSnapshot {
    fn of(refunds: &[Refund]) -> Self {
        let failed = refunds.iter().filter(|refund| !refund.is_effective());
        Self {
            made: refunds.iter().map(|refund| refund.amount).sum(),
            dashboard: refunds.iter().filter(|refund| !refund.is_ours()).map(|refund| refund.amount).sum(),
            failed: failed.map(|refund| refund.amount).sum(),
        }
    }

    fn effective(self) -> Yen {
        self.made - self.failed
    }
}

/// The provider's codes for a refund of more than is left of the payment.
const LESS_LEFT: [&str; 2] = ["amount_too_large", "charge_already_refunded"];

/// Makes the due refunds of a subject. A charge whose dispute is open is left out: the bank has its money.
///
/// # Errors
/// `Disputed` if the provider reports a dispute that is not recorded here: the refund waits for its decision.
pub async fn make_due(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    let due = charges.iter().filter(|charge| charge.refund_due > charge.refunded_amount);
    for charge in due.filter(|charge| charge.dispute != Some(DisputeState::Open)) {
        let Some(fid) = &charge.gateway_fid else { continue };
        if charge.refund_missing() == Yen::ZERO {
            close_manual(cx, charge).await?;
            continue;
        }
        match make(cx, charge, fid).await {
            Ok(known) => record(cx, charge, known).await?,
            Err(error) => {
                let is_less_left = permanent_rejection(&error).is_some_and(|code| LESS_LEFT.contains(&code));
                if is_less_left && is_covered(cx, charge, fid).await? {
                    continue;
                }
                reject(cx, charge, error).await?;
            }
        }
    }
    Ok(())
}

/// Records the refunds of a payment again: one may have been made at the provider after they were listed. Returns whether they cover the
/// due amount.
async fn is_covered(cx: PaymentContext<'_>, charge: &Charge, fid: &str) -> Result<bool, PaymentError> {
    let known = RefundSnapshot::of(&cx.stripe.list_refunds(fid).await?);
    record(cx, charge, known).await?;
    let stored = reload(cx, charge).await?;
    Ok(known.effective() >= stored.refund_due - stored.lost_amount)
}

/// Returns the stored charge: the refunds of the dashboard may have raised its due amount.
async fn reload(cx: PaymentContext<'_>, charge: &Charge) -> sqlx::Result<Charge> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, charge.subject).await?;
    Ok(charges.into_iter().find(|stored| stored.id == charge.id).unwrap_or_else(|| charge.clone()))
}

/// Records a permanent rejection, and fails the manual refunds of the charge. A refund that the rules demand stays due, and so does every
/// refund of a disputed payment.
///
/// # Errors
/// The given one, unless a manual refund has failed.
async fn reject(cx: PaymentContext<'_>, charge: &Charge, error: PaymentError) -> Result<(), PaymentError> {
    let code = permanent_rejection(&error);
    if code.is_none() && !matches!(error, PaymentError::Disputed(_)) {
        return Err(error);
    }
    let mut tx = cx.pool.begin().await?;
    if !count_rejection(&mut tx, charge).await? {
        return Err(error);
    }
    let has_failed = match code {
        Some(code) => manual_refunds::fail(&mut tx, cx.clock.now(), charge, code).await?,
        None => false,
    };
    tx.commit().await?;
    if has_failed { Ok(()) } else { Err(error) }
}

/// Counts a rejected refund, because the provider repeats its rejection for the same key. False if another worker has counted it.
async fn count_rejection(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<bool> {
    let counted = sqlx::query!(
        "UPDATE charges SET rejected_refunds = rejected_refunds + 1 WHERE restaurant_id = $1 AND id = $2 AND rejected_refunds = $3",
        charge.subject.restaurant().0,
        charge.id.0,
        charge.rejected_refunds
    );
    Ok(counted.execute(conn).await?.rows_affected() == 1)
}

/// Closes the manual refunds of a charge whose due rest the bank has returned. A refund of which a part was made succeeds; the others fail.
async fn close_manual(cx: PaymentContext<'_>, charge: &Charge) -> sqlx::Result<()> {
    let now = cx.clock.now();
    let mut tx = cx.pool.begin().await?;
    let made = lock_refunds(&mut tx, charge).await?;
    let is_earned = ledger_entries::is_earned(&mut tx, &ChargePart::all_of(charge)).await?;
    complete_manual(&mut tx, now, charge, made.refunded, made.refunded + made.lost, is_earned).await?;
    manual_refunds::fail(&mut tx, now, charge, "dispute_lost").await?;
    tx.commit().await
}

/// Returns the provider's code if it rejects this refund, and not the call as such.
fn permanent_rejection(error: &PaymentError) -> Option<&str> {
    match error {
        PaymentError::Provider(StripeError::InvalidRequest { status: 400, code, .. }) => {
            Some(code.as_deref().unwrap_or("invalid_request"))
        }
        _ => None,
    }
}

/// Records the refunds that the provider knows of a payment, whatever their origin. False if the payment is not booked here.
pub async fn reconcile(cx: PaymentContext<'_>, subject: Subject, payment: &str) -> Result<bool, PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    let paid = charges.iter().find(|charge| charge.gateway_fid.as_deref() == Some(payment));
    let Some(charge) = paid.filter(|charge| charge.status == ChargeStatus::Succeeded) else { return Ok(false) };
    let refunds = cx.stripe.list_refunds(payment).await?;
    record(cx, charge, RefundSnapshot::of(&refunds)).await?;
    Ok(true)
}

/// Refunds the missing part of the due amount, and returns what the provider knows then. Our row may not know all refunds, if a process died,
/// a response was lost or a webhook is late, so they are recorded first: a refund of the dashboard does not replace a manual one that was
/// requested here. The key contains the numbers of our refunds and rejections, so concurrent calls make one refund: a call with the same
/// amount gets that refund, and a call with another amount gets a retryable error.
async fn make(cx: PaymentContext<'_>, charge: &Charge, fid: &str) -> Result<RefundSnapshot, PaymentError> {
    let refunds = cx.stripe.list_refunds(fid).await?;
    let before = RefundSnapshot::of(&refunds);
    record(cx, charge, before).await?;
    let charge = reload(cx, charge).await?;
    let rest = charge.refund_due - charge.lost_amount - before.effective();
    if rest <= Yen::ZERO {
        return Ok(before);
    }
    let made_here = refunds.iter().filter(|refund| refund.is_ours()).count();
    let key = format!("{}:refund:own:{made_here}:{}", charge.uid, charge.rejected_refunds);
    match cx.stripe.refund_charge(fid, rest, &charge.uid, &key).await {
        Ok(refund) => Ok(RefundSnapshot { made: before.made + refund.amount, ..before }),
        Err(StripeError::Idempotency { .. }) => Err(StripeError::RateLimited.into()),
        Err(error) if error.is_disputed() => Err(PaymentError::Disputed(fid.to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// Refunds of a snapshot that are not recorded yet, by the reason for which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NewRefunds {
    /// Part that makes what is due. A refund of the dashboard makes what the rules demand, and never our manual refund.
    due: Yen,
    /// Part of the dashboard beyond it.
    outside: Yen,
    /// Manual refunds that are still to be made. Their due amount grows by the part `outside`.
    waiting: Yen,
}

impl NewRefunds {
    /// Divides new refunds, of which `dashboard` were made in the dashboard. Of the amount `missing`, `manual` is for manual refunds; `left`
    /// is what is left of the payment. If the dashboard leaves nothing of the payment, the manual refunds are made with it.
    fn divide(new: Yen, dashboard: Yen, missing: Yen, manual: Yen, left: Yen) -> Self {
        let own = (new - dashboard).min(missing);
        let missing = missing - own;
        let manual = if new >= left { Yen::ZERO } else { manual.min(missing) };
        let covering = dashboard.min(missing - manual);
        let due = own + covering;
        let waiting = if manual > Yen::ZERO { missing - covering } else { Yen::ZERO };
        Self { due, outside: new - due, waiting }
    }
}

/// Records and books refunds that are not recorded yet, and failed ones. A failed refund that was due stays due; one that was made in the
/// provider's dashboard does not. An older snapshot changes nothing.
async fn record(cx: PaymentContext<'_>, charge: &Charge, known: RefundSnapshot) -> Result<(), PaymentError> {
    let now = cx.clock.now();
    let mut tx = cx.pool.begin().await?;
    let before = lock_refunds(&mut tx, charge).await?;
    let part = |amount| ChargePart { amount, ..ChargePart::all_of(charge) };
    let made_before = before.refunded + before.failed;
    let failed = known.failed.max(before.failed);
    let made = known.made.max(made_before);
    let mut due = before.due;
    if failed > before.failed {
        ledger_entries::refund_failed(&mut tx, now, &part(failed - before.failed), failed).await?;
        let released = release(&mut tx, charge, failed - before.failed).await?;
        manual_refunds::shift(&mut tx, charge, Yen::ZERO - released).await?;
        due = due - released;
    }
    let missing = (due - before.lost - (made_before - failed)).max(Yen::ZERO);
    let dashboard = (known.dashboard - before.dashboard).max(Yen::ZERO).min(made - made_before);
    let manual = manual_refunds::sum_processing(&mut tx, charge).await?;
    let left = charge.amount - before.lost - (made_before - failed);
    let new = NewRefunds::divide(made - made_before, dashboard, missing, manual, left);
    if new.outside > Yen::ZERO && new.waiting > Yen::ZERO {
        if due + new.outside > charge.amount {
            manual_refunds::fail(&mut tx, now, charge, LESS_LEFT[0]).await?;
        } else {
            manual_refunds::displace(&mut tx, charge, new.outside, now).await?;
        }
    }
    let mut is_earned = false;
    for (amount, total, source) in
        [(new.due, made_before + new.due, RefundSource::Here), (new.outside, made, RefundSource::Provider)]
    {
        if amount > Yen::ZERO {
            is_earned = ledger_entries::refunded(&mut tx, now, &part(amount), total, source).await?;
        }
    }
    if new.outside > Yen::ZERO {
        record_outside(&mut tx, now, charge, new.outside).await?;
    }
    if made - failed != before.refunded || dashboard > Yen::ZERO {
        set_refunded(&mut tx, charge, made - failed, before.dashboard + dashboard, now).await?;
    }
    if made > made_before {
        let total = made - failed;
        let due = lock_refunds(&mut tx, charge).await?.due;
        // The bank has returned the rest of what is due.
        let covered = if total + before.lost >= due { total + before.lost } else { total };
        complete_manual(&mut tx, now, charge, total, covered, is_earned).await?;
    }
    Ok(tx.commit().await?)
}

async fn record_outside(conn: &mut PgConnection, now: DateTime<Utc>, charge: &Charge, amount: Yen) -> sqlx::Result<()> {
    let event = Event {
        actor: Actor::System,
        action: "payment.refunded_at_provider",
        restaurant: Some(charge.subject.restaurant()).filter(|restaurant| *restaurant != PLATFORM),
        reservation: charge.subject.reservation(),
        detail: json!({ "charge_id": charge.id, "amount": amount }),
    };
    audit::record(conn, now, event).await
}

/// The recorded refunds of a charge.
#[derive(Clone, Copy, Debug)]
struct RecordedRefunds {
    due: Yen,
    /// Refunds made, without failed ones.
    refunded: Yen,
    /// Amount of failed refunds: the ledger contains the money that came back.
    failed: Yen,
    /// Refunds made in the provider's dashboard, failed ones too.
    dashboard: Yen,
    lost: Yen,
}

/// Locks a charge, and returns its recorded refunds.
async fn lock_refunds(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<RecordedRefunds> {
    // A second statement reads the ledger: it sees what the holder of the lock has booked.
    let row = sqlx::query!(
        r#"SELECT refund_due AS "due: Yen", refunded_amount AS "refunded: Yen", lost_amount AS "lost: Yen",
                  dashboard_refunds AS "dashboard: Yen"
           FROM charges WHERE restaurant_id = $1 AND id = $2 FOR NO KEY UPDATE"#,
        charge.subject.restaurant().0,
        charge.id.0,
    )
    .fetch_one(&mut *conn)
    .await?;
    let failed = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(amount), 0)::bigint AS "failed!: Yen" FROM ledger_transfers
           WHERE restaurant_id = $1 AND charge_id = $2 AND kind = 'refund_failed'"#,
        charge.subject.restaurant().0,
        charge.id.0,
    );
    let failed = failed.fetch_one(conn).await?;
    Ok(RecordedRefunds { due: row.due, refunded: row.refunded, failed, dashboard: row.dashboard, lost: row.lost })
}

/// Lowers the due amount of a locked charge by the part of newly `failed` refunds that an operator made at the provider, and returns that
/// part. An amount that the rules refund anyway stays due.
async fn release(conn: &mut PgConnection, charge: &Charge, failed: Yen) -> sqlx::Result<Yen> {
    let released = sqlx::query_scalar!(
        r#"UPDATE charges c SET refund_due = c.refund_due - x.released, manually_refunded = c.manually_refunded - x.released,
               goodwill_due = least(c.goodwill_due, c.manually_refunded - x.released), released_amount = c.released_amount + x.released
           FROM (SELECT least($3, b.manually_refunded, l.made - b.released_amount) AS released FROM charges b
                 CROSS JOIN LATERAL (
                     SELECT coalesce(sum(t.amount), 0)::integer AS made FROM ledger_transfers t
                     WHERE t.restaurant_id = b.restaurant_id AND t.charge_id = b.id AND t.kind = 'provider_refund') l
                 WHERE b.restaurant_id = $1 AND b.id = $2) x
           WHERE c.restaurant_id = $1 AND c.id = $2 AND x.released > 0 RETURNING x.released AS "released!: Yen""#,
        charge.subject.restaurant().0,
        charge.id.0,
        failed.to_db()?,
    );
    Ok(released.fetch_optional(conn).await?.unwrap_or(Yen::ZERO))
}

/// Records the refunded amount of a locked charge, and the part of the dashboard. The amount beyond the due one was refunded manually at the
/// provider.
async fn set_refunded(
    conn: &mut PgConnection,
    charge: &Charge,
    total: Yen,
    dashboard: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET refunded_amount = $2, refund_due = greatest(refund_due, $2), dashboard_refunds = $5,
                manually_refunded = manually_refunded + greatest($2 - refund_due, 0), updated_at = $3
         WHERE restaurant_id = $4 AND id = $1",
        charge.id.0,
        total.to_db()?,
        now,
        charge.subject.restaurant().0,
        dashboard.to_db()?,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Completes the manual refunds that a refunded `total` covers, `covered` with the bank's part, and compensates the restaurant if it has
/// earned the money.
async fn complete_manual(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    charge: &Charge,
    total: Yen,
    covered: Yen,
    is_earned: bool,
) -> sqlx::Result<()> {
    let borne = manual_refunds::complete(conn, now, charge, total, covered).await?;
    if is_earned {
        let amount = manual_refunds::take_goodwill(conn, charge, borne).await?;
        if amount > Yen::ZERO {
            let part = ChargePart { amount, ..ChargePart::all_of(charge) };
            ledger_entries::goodwill(conn, now, &part, covered).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_refunds_count_as_made_and_not_as_effective() {
        let refund = |amount: i64, status: &str| -> Refund {
            serde_json::from_str(&format!(r#"{{"id":"re_{amount}","amount":{amount},"status":"{status}"}}"#)).unwrap()
        };
        let refunds =
            [refund(1_000, "succeeded"), refund(500, "failed"), refund(300, "pending"), refund(7, "canceled")];
        let known = RefundSnapshot::of(&refunds);
        assert_eq!(known, RefundSnapshot { made: Yen(1_807), dashboard: Yen(1_807), failed: Yen(507) });
        assert_eq!(known.effective(), Yen(1_300));
    }

    #[test]
    fn dashboard_refunds_make_what_the_rules_demand_and_no_manual_refund() {
        let divide = |new, dashboard, missing, manual| {
            let new = NewRefunds::divide(Yen(new), Yen(dashboard), Yen(missing), Yen(manual), Yen(30_000));
            (new.due.0, new.outside.0, new.waiting.0)
        };
        assert_eq!(divide(8_000, 8_000, 8_000, 8_000), (0, 8_000, 8_000));
        assert_eq!(divide(8_000, 0, 8_000, 8_000), (8_000, 0, 0), "an earlier call of ours");
        assert_eq!(divide(16_000, 8_000, 8_000, 8_000), (8_000, 8_000, 0));
        assert_eq!(divide(8_000, 8_000, 8_000, 0), (8_000, 0, 0));
        assert_eq!(divide(8_000, 8_000, 13_000, 8_000), (5_000, 3_000, 8_000));
        assert_eq!(divide(30_000, 30_000, 8_000, 8_000), (8_000, 22_000, 0), "nothing of the payment is left");
    }
}
