//! Bringing our rows and the card provider to agree, whatever a crash, a lost connection or a late webhook left behind.
//!
//! A live hold that turns out paid becomes a booking. A dead one that turns out paid is seated again when its seats are
//! still free, else the money goes back; either way the diner is told. Every step may be repeated.

use chrono::{DateTime, Duration, Utc};
use sqlx::{Connection, PgConnection, PgPool};

use super::actions::{collect, look, push_settle, record};
use super::error::PaymentError;
use super::model::{Charge, ChargeKind, ChargeStatus, Outcome};
use super::queries;
use crate::clients::stripe::{Refund, RefundStatus, Stripe, StripeError};
use crate::clock::Clock;
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::reservations;
use crate::reservations::bookings::confirm;
use crate::reservations::mails;
use crate::reservations::model::{Reservation, Status};
use crate::rng::Rng;

/// How long the sweeper leaves charges to the request that is busy with them.
const PATIENCE: Duration = Duration::seconds(15);
const BATCH: i64 = 100;

pub async fn settle(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    id: ReservationId,
) -> Result<(), PaymentError> {
    let Some(reservation) = reservations::queries::find(&mut *pool.acquire().await?, id).await? else { return Ok(()) };
    let outcome = look(pool, stripe, rng, clock, id).await?;
    match reservation.status {
        Status::Pending => settle_hold(pool, rng, clock, &reservation, &outcome).await?,
        Status::Accepted => {}
        _ => settle_ended(pool, stripe, rng, clock, &reservation).await?,
    }
    pay_back(pool, stripe, clock, id).await?;
    Ok(queries::touch(&mut *pool.acquire().await?, id, clock.now()).await?)
}

async fn settle_hold(
    pool: &PgPool,
    rng: &Rng,
    clock: &Clock,
    reservation: &Reservation,
    outcome: &Outcome,
) -> Result<(), PaymentError> {
    let now = clock.now();
    let mut tx = pool.begin().await?;
    match outcome {
        Outcome::Paid => {
            confirm::complete_if_paid(&mut tx, rng, now, reservation.id).await?;
        }
        Outcome::Processing => confirm::keep_while_processing(&mut tx, now, reservation.id).await?,
        Outcome::RequiresAction(_) | Outcome::Refused(_) | Outcome::CalledOff => {}
    }
    Ok(tx.commit().await?)
}

/// A reservation that has ended: no charge stays open, a fee for cancelling is asked for, a late payment is honoured or
/// given back.
async fn settle_ended(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    reservation: &Reservation,
) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *pool.acquire().await?, reservation.id).await?;
    let was_booked = reservation.accepted_at.is_some();
    if was_booked {
        let fee = charges.iter().find(|c| c.kind == ChargeKind::CancellationFee && !c.status.is_final());
        if let Some(fee) = fee
            && is_worth_asking(pool, fee).await?
        {
            collect(pool, stripe, rng, clock, reservation.id, true).await?;
        }
        return Ok(());
    }
    for charge in charges.iter().filter(|charge| !charge.status.is_final()) {
        call_off(pool, stripe, rng, clock, charge).await?;
    }
    let charges = queries::list_charges(&mut *pool.acquire().await?, reservation.id).await?;
    let paid: Vec<_> = charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded).collect();
    if paid.is_empty() {
        return Ok(());
    }
    let now = clock.now();
    reservations::holds::expire::sweep_restaurant(pool, rng, now, reservation.restaurant_id).await?;
    let mut tx = pool.begin().await?;
    if !(reservation.status == Status::Expired && reseat(&mut tx, rng, now, reservation.id).await?) {
        // Another settling may have seated it since we looked.
        if reservations::queries::lock(&mut tx, reservation.restaurant_id, reservation.id).await?.status.is_live() {
            return Ok(());
        }
        for charge in paid {
            queries::set_refund_due(&mut tx, charge.id, charge.amount, now).await?;
        }
        if reservation.status == Status::Expired {
            mails::queue(&mut tx, rng, now, mails::EXPIRED_REFUNDED, reservation.id).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// A card that has refused a fee is not asked for it again; another card of the diner is.
async fn is_worth_asking(pool: &PgPool, fee: &Charge) -> sqlx::Result<bool> {
    let card = queries::find_card(&mut *pool.acquire().await?, fee.user_id).await?;
    let has_refused = |fid: &String| fee.failure_code.is_some() && fee.payment_method_fid.as_ref() == Some(fid);
    Ok(card.is_some_and(|card| !has_refused(&card.gateway_fid)))
}

/// Seats a dead hold again, or leaves no trace of the attempt.
async fn reseat(tx: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let mut attempt = tx.begin().await?;
    let is_seated = confirm::reseat(&mut attempt, rng, now, id).await?;
    if is_seated {
        attempt.commit().await?;
    } else {
        attempt.rollback().await?;
    }
    Ok(is_seated)
}

/// Closes an open charge at the provider. One that was paid in the meantime stays paid.
async fn call_off(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    charge: &Charge,
) -> Result<(), PaymentError> {
    let fid = {
        let mut conn = pool.acquire().await?;
        if charge.gateway_fid.is_none() && queries::cancel_untold(&mut conn, charge.id, clock.now()).await? {
            return Ok(());
        }
        queries::find_intent(&mut conn, charge.id).await?
    };
    let Some(fid) = &fid else { return Ok(()) };
    let intent = match stripe.cancel_payment_intent(fid, &format!("{}:cancel", charge.uid)).await {
        Ok(intent) => intent,
        Err(error) if error.is_retryable() => return Err(error.into()),
        Err(_) => stripe.retrieve_payment_intent(fid).await?,
    };
    record(pool, rng, clock, charge, &intent).await?;
    Ok(())
}

async fn pay_back(pool: &PgPool, stripe: &Stripe, clock: &Clock, id: ReservationId) -> Result<(), PaymentError> {
    let charges = queries::list_charges(&mut *pool.acquire().await?, id).await?;
    for charge in charges.iter().filter(|charge| charge.refund_due > charge.refunded_amount) {
        let Some(fid) = &charge.gateway_fid else { continue };
        refund(stripe, charge, fid).await?;
        queries::mark_refunded(&mut *pool.acquire().await?, charge.id, charge.refund_due, clock.now()).await?;
    }
    Ok(())
}

/// Gives back what is missing of what is due. The provider says what went back already: our row may not know, when a process
/// died or an answer was lost, and more may have become due since. The key counts the refunds there are, so that of two who
/// look at the same time one refunds; the other is told to come again.
async fn refund(stripe: &Stripe, charge: &Charge, fid: &str) -> Result<(), PaymentError> {
    let refunds = stripe.list_refunds(fid).await?;
    let stands = |refund: &&Refund| !matches!(refund.status, RefundStatus::Failed | RefundStatus::Canceled);
    let returned: Yen = refunds.iter().filter(stands).map(|refund| refund.amount).sum();
    let rest = charge.refund_due - returned;
    if rest <= Yen::ZERO {
        return Ok(());
    }
    match stripe.create_refund(fid, rest, &format!("{}:refund:{}", charge.uid, refunds.len())).await {
        Err(StripeError::Idempotency { .. }) => Err(StripeError::RateLimited.into()),
        answer => Ok(answer.map(drop)?),
    }
}

/// The reconciling sweeper: asks the worker to settle whatever has not moved for a while. How many there were. While it does
/// not move, because the provider is away or refuses, one job an hour is enough: it is tried again by itself.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let before = now - PATIENCE;
    let mut due = queries::list_unsettled(&mut conn, before, BATCH).await?;
    due.extend(queries::list_paid_but_pending(&mut conn, before, BATCH).await?);
    due.sort_unstable_by_key(|one| one.reservation);
    due.dedup_by_key(|one| one.reservation);
    for one in &due {
        let hour = now.timestamp() / 3600;
        let key = format!("settle:{}:{}:{hour}", one.reservation, one.moved_at.timestamp_micros());
        push_settle(&mut conn, rng, one.reservation, Some(&key)).await?;
    }
    Ok(due.len())
}
