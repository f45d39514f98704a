//! Reconciles our rows with the card provider after a crash, a lost connection or a late webhook. Every step is idempotent. The subject's
//! own area decides what follows (`settlement`).

use super::actions::{collect_off_session, record, refresh_intents};
use super::error::PaymentError;
use super::model::{Charge, ChargeStatus, PaymentCard, PaymentContext, Settled, Subject};
use super::queries;

/// Retrieves the state of a subject's charges from the provider.
pub async fn retrieve_outcome(cx: PaymentContext<'_>, subject: Subject) -> Result<Settled, PaymentError> {
    let outcome = refresh_intents(cx, subject).await?;
    Ok(Settled { subject, outcome })
}

/// Charges a diner's card off-session for open charges, such as a cancellation fee. A card that declined a charge is not charged for it
/// again; another card of the diner is.
pub async fn collect_unpaid(cx: PaymentContext<'_>, subject: Subject) -> Result<(), PaymentError> {
    let mut owed = queries::list_charges(&mut *cx.pool.acquire().await?, subject).await?;
    owed.retain(|charge| charge.is_charged_off_session() && charge.is_open());
    let Some(first) = owed.first() else { return Ok(()) };
    let card = queries::find_card(&mut *cx.pool.acquire().await?, first.user_id).await?;
    let Some(card) = card else { return Ok(()) };
    owed.retain(|charge| !has_declined(charge, &card));
    collect_off_session(cx, &owed).await
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

fn has_declined(charge: &Charge, card: &PaymentCard) -> bool {
    charge.failure_code.is_some() && charge.payment_method_fid.as_ref() == Some(&card.gateway_fid)
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
