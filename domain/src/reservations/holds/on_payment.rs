//! Applies the outcome of a payment to its reservation. The web server calls this for the diner who waits for the response; the worker
//! calls it for webhooks and after crashes.

use chrono::{DateTime, Utc};
use sqlx::{Connection, PgConnection};

use super::expire;
use crate::ids::{ReservationId, RestaurantId};
use crate::payments::error::PaymentError;
use crate::payments::model::{Outcome, PaymentContext};
use crate::payments::{queries as charges, settle};
use crate::reservations::bookings::confirm;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::{mails, queries};
use crate::rng::Rng;

/// State of a reservation after the outcome of its payment is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingState {
    Booked,
    /// It is not a booking yet; its payment is in progress, was declined or waits for the diner.
    Held,
    /// It ended before. The payment of an abandoned hold is settled by a late booking or a refund; an ended booking may owe a fee.
    Ended,
}

/// Turns a paid hold into a booking, or extends a hold whose payment is in progress.
pub async fn on_payment(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
    outcome: &Outcome,
) -> sqlx::Result<BookingState> {
    let reservation = queries::lock(conn, restaurant, id).await?;
    match reservation.status {
        Status::Accepted => Ok(BookingState::Booked),
        Status::Pending if matches!(outcome, Outcome::Paid) => {
            let is_booked = confirm::complete_if_paid(conn, rng, now, &reservation).await?;
            Ok(if is_booked { BookingState::Booked } else { BookingState::Held })
        }
        Status::Pending => {
            confirm::extend_while_paying(conn, now, &reservation, outcome).await?;
            Ok(BookingState::Held)
        }
        _ => Ok(BookingState::Ended),
    }
}

/// Applies the outcome like [`on_payment`], and settles the payments of an ended reservation. For the worker.
pub async fn settle_reservation(
    cx: PaymentContext<'_>,
    id: ReservationId,
    outcome: &Outcome,
) -> Result<(), PaymentError> {
    let Some(reservation) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(()) };
    let mut tx = cx.pool.begin().await?;
    let state = on_payment(&mut tx, cx.rng, cx.clock.now(), reservation.restaurant_id, id, outcome).await?;
    tx.commit().await?;
    match state {
        BookingState::Held => Ok(()),
        // Collects the difference for a larger party.
        BookingState::Booked => settle::collect_unpaid(cx, reservation.subject()).await,
        BookingState::Ended if reservation.accepted_at.is_some() => {
            settle::collect_unpaid(cx, reservation.subject()).await
        }
        BookingState::Ended => settle_ended(cx, id).await,
    }
}

/// Settles an abandoned hold: closes open charges, and turns a late payment into a booking or makes it due for a refund. Only an expired
/// hold can become a booking.
async fn settle_ended(cx: PaymentContext<'_>, id: ReservationId) -> Result<(), PaymentError> {
    let Some(reservation) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(()) };
    let paid = settle::close_open_charges(cx, reservation.subject()).await?;
    if paid.is_empty() {
        return Ok(());
    }
    let now = cx.clock.now();
    expire::sweep_restaurant(cx.pool, cx.rng, now, reservation.restaurant_id).await?;
    let mut tx = cx.pool.begin().await?;
    if !(reservation.status == Status::Expired && reseat(&mut tx, cx.rng, now, &reservation).await?) {
        // A concurrent settlement may have seated it since the read.
        if queries::lock(&mut tx, reservation.restaurant_id, id).await?.status.is_live() {
            return Ok(());
        }
        for charge in paid {
            charges::set_refund_due(&mut tx, &charge, charge.amount, now).await?;
        }
        if reservation.status == Status::Expired {
            mails::queue(&mut tx, cx.rng, now, mails::EXPIRED_REFUNDED, id).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Reseats an expired hold, or rolls the attempt back.
async fn reseat(tx: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, reservation: &Reservation) -> sqlx::Result<bool> {
    let mut attempt = tx.begin().await?;
    let is_seated = confirm::reseat(&mut attempt, rng, now, reservation.id).await?;
    if is_seated {
        attempt.commit().await?;
    } else {
        attempt.rollback().await?;
    }
    Ok(is_seated)
}
