//! What follows from a payment for its reservation: asked by the web server for the diner who waits for the answer, and by the
//! worker for webhooks and for whatever a crash left behind.

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

/// How a reservation stands once the outcome of its payment is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Booked,
    /// Its seats are still held, for as long as the payment may take.
    Held,
    /// It had ended before: its money is to be settled, by a late booking or a refund.
    Ended,
}

/// Makes a paid hold a booking; keeps one whose bank or card still takes its time.
pub async fn on_payment(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
    outcome: &Outcome,
) -> sqlx::Result<Standing> {
    let reservation = queries::lock(conn, restaurant, id).await?;
    match reservation.status {
        Status::Accepted => Ok(Standing::Booked),
        Status::Pending if matches!(outcome, Outcome::Paid) => {
            let is_booked = confirm::complete_if_paid(conn, rng, now, &reservation).await?;
            Ok(if is_booked { Standing::Booked } else { Standing::Held })
        }
        Status::Pending => {
            confirm::extend_while_paying(conn, now, &reservation, outcome).await?;
            Ok(Standing::Held)
        }
        _ => Ok(Standing::Ended),
    }
}

/// The same for the worker, who settles the money of a reservation that has ended, too.
pub async fn settle_reservation(
    cx: PaymentContext<'_>,
    id: ReservationId,
    outcome: &Outcome,
) -> Result<(), PaymentError> {
    let Some(reservation) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(()) };
    let mut tx = cx.pool.begin().await?;
    let standing = on_payment(&mut tx, cx.rng, cx.clock.now(), reservation.restaurant_id, id, outcome).await?;
    tx.commit().await?;
    match standing {
        Standing::Held => Ok(()),
        // What a larger party costs more.
        Standing::Booked => settle::collect_owed(cx, reservation.subject()).await,
        Standing::Ended if reservation.accepted_at.is_some() => settle::collect_owed(cx, reservation.subject()).await,
        Standing::Ended => settle_ended(cx, id).await,
    }
}

/// A hold that came to nothing: no charge stays open, and a late payment is honoured or given back.
async fn settle_ended(cx: PaymentContext<'_>, id: ReservationId) -> Result<(), PaymentError> {
    let Some(reservation) = queries::find(&mut *cx.pool.acquire().await?, id).await? else { return Ok(()) };
    let paid = settle::call_off(cx, reservation.subject()).await?;
    if paid.is_empty() {
        return Ok(());
    }
    let now = cx.clock.now();
    expire::sweep_restaurant(cx.pool, cx.rng, now, reservation.restaurant_id).await?;
    let mut tx = cx.pool.begin().await?;
    if !(reservation.status == Status::Expired && reseat(&mut tx, cx.rng, now, &reservation).await?) {
        // Another settling may have seated it since we looked.
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

/// Seats a dead hold again, or leaves no trace of the attempt.
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
