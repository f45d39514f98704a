//! Reconciles our rows with the card provider after a crash, a lost connection or a late webhook. Every step is idempotent. The subject's
//! own area decides what follows (`settlement`).

use sqlx::PgPool;

use super::actions::{collect, record, refresh_intents};
use super::error::PaymentError;
use super::ledger_entries::ChargePart;
use super::model::{Charge, ChargeStatus, PaymentContext, Settled, Subject};
use super::{ledger_entries, manual_refunds, queries};
use crate::clients::stripe::{Refund, RefundStatus, Stripe, StripeError};
use crate::money::Yen;

/// Retrieves the state of a subject's charges from the provider.
pub async fn retrieve_outcome(cx: PaymentContext<'_>, subject: Subject) -> Result<Settled, PaymentError> {
    let outcome = refresh_intents(cx, subject).await?;
    Ok(Settled { subject, outcome })
}

/// Charges a diner's card off-session for open charges, such as a cancellation fee. A card that declined is not charged again; another card
/// of the diner is.
pub async fn collect_unpaid(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    let owed = charges.iter().find(|charge| charge.is_charged_off_session() && charge.is_open());
    if let Some(owed) = owed
        && has_untried_card(cx.pool, owed).await?
    {
        collect(cx, subject, true).await?;
    }
    Ok(())
}

/// Closes every charge of an ended subject that has no final state. Returns the charges that succeeded, before the call or during it.
pub async fn close_open_charges(cx: PaymentContext<'_>, subject: Subject) -> Result<Vec<Charge>, PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    for charge in charges.iter().filter(|charge| !charge.status.is_final()) {
        close(cx, charge).await?;
    }
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    Ok(charges.into_iter().filter(|charge| charge.status == ChargeStatus::Succeeded).collect())
}

/// Cancels void charges. Void charges that were paid nevertheless become due for a refund.
pub async fn close_void_charges(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    for charge in charges.iter().filter(|charge| charge.is_void && !charge.status.is_final()) {
        close(cx, charge).await?;
    }
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    let paid = charges.iter().filter(|charge| charge.is_void && charge.status == ChargeStatus::Succeeded);
    for charge in paid.filter(|charge| charge.refund_due < charge.amount) {
        queries::set_refund_due(&mut *cx.pool.acquire().await?, charge, charge.amount, cx.clock.now()).await?;
    }
    Ok(())
}

/// Makes due refunds, then marks the subject as checked, so that the sweeper skips it for a while.
pub async fn finish(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    refund_due_charges(cx, subject).await?;
    Ok(queries::touch(&mut *cx.pool.acquire().await?, subject, cx.clock.now()).await?)
}

async fn has_untried_card(pool: &PgPool, fee: &Charge) -> sqlx::Result<bool> {
    let card = queries::find_card(&mut *pool.acquire().await?, fee.user_id).await?;
    let has_declined = |fid: &String| fee.failure_code.is_some() && fee.payment_method_fid.as_ref() == Some(fid);
    Ok(card.is_some_and(|card| !has_declined(&card.gateway_fid)))
}

/// Closes an open charge at the provider. A charge that was paid in the meantime stays paid.
async fn close(cx: PaymentContext<'_>, charge: &Charge) -> Result<(), PaymentError> {
    let fid = {
        let mut conn = cx.pool.acquire().await?;
        if charge.gateway_fid.is_none()
            && queries::cancel_unknown_to_provider(&mut conn, charge, cx.clock.now()).await?
        {
            return Ok(());
        }
        queries::find_intent(&mut conn, charge).await?
    };
    let Some(fid) = &fid else { return Ok(()) };
    let intent = match cx.stripe.cancel_payment_intent(fid, &format!("{}:cancel", charge.uid)).await {
        Ok(intent) => intent,
        Err(error) if error.is_retryable() => return Err(error.into()),
        Err(_) => cx.stripe.retrieve_payment_intent(fid).await?,
    };
    record(cx, charge, &intent).await?;
    Ok(())
}

async fn refund_due_charges(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    for charge in charges.iter().filter(|charge| charge.refund_due > charge.refunded_amount) {
        let Some(fid) = &charge.gateway_fid else { continue };
        match refund(cx.stripe, charge, fid).await {
            Ok(()) => note_refund(cx, charge).await?,
            Err(error) => fail_manual(cx, charge, error).await?,
        }
    }
    Ok(())
}

/// Fails the manual refunds of a charge whose refund the provider rejects permanently. Without any, the error is returned: a refund that the
/// rules demand stays due.
async fn fail_manual(cx: PaymentContext<'_>, charge: &Charge, error: PaymentError) -> Result<(), PaymentError> {
    let Some(code) = permanent_rejection(&error) else { return Err(error) };
    let mut tx = cx.pool.begin().await?;
    let failed = manual_refunds::fail(&mut tx, cx.clock.now(), charge, code).await?;
    tx.commit().await?;
    if failed { Ok(()) } else { Err(error) }
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

/// Records that all due refunds were made, and books the part that is not booked yet.
async fn note_refund(cx: PaymentContext<'_>, charge: &Charge) -> Result<(), PaymentError> {
    let now = cx.clock.now();
    let mut tx = cx.pool.begin().await?;
    let newly = queries::mark_refunded(&mut tx, charge, charge.refund_due, now).await?;
    if newly > Yen::ZERO {
        let total = charge.refund_due;
        let part = ChargePart { amount: newly, ..ChargePart::all_of(charge) };
        let is_earned = ledger_entries::refunded(&mut tx, now, &part, total).await?;
        let borne = manual_refunds::complete(&mut tx, now, charge, total).await?;
        if is_earned {
            let amount = manual_refunds::take_goodwill(&mut tx, charge, borne).await?;
            if amount > Yen::ZERO {
                ledger_entries::goodwill(&mut tx, now, &ChargePart { amount, ..part }, total).await?;
            }
        }
    }
    Ok(tx.commit().await?)
}

/// Refunds the missing part of the due amount. The provider knows the refunds made so far: our row may not, if a process died or a response
/// was lost, and more may have become due since. The key contains the number of refunds, so concurrent calls make one refund: a call with
/// the same amount gets that refund, and a call with another amount gets a retryable error.
async fn refund(stripe: &Stripe, charge: &Charge, fid: &str) -> Result<(), PaymentError> {
    let refunds = stripe.list_refunds(fid).await?;
    let is_effective = |refund: &&Refund| !matches!(refund.status, RefundStatus::Failed | RefundStatus::Canceled);
    let returned: Yen = refunds.iter().filter(is_effective).map(|refund| refund.amount).sum();
    let rest = charge.refund_due - returned;
    if rest <= Yen::ZERO {
        return Ok(());
    }
    match stripe.create_refund(fid, rest, &format!("{}:refund:{}", charge.uid, refunds.len())).await {
        Err(StripeError::Idempotency { .. }) => Err(StripeError::RateLimited.into()),
        answer => Ok(answer.map(drop)?),
    }
}
