//! What a reservation costs, and what its diner gets back: a reservation's side of its charges.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Reservation, Status};
use crate::ids::UserId;
use crate::money::Yen;
use crate::payments;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus, Subject};
use crate::rng::Rng;

impl Reservation {
    /// What its charges are of.
    pub const fn subject(&self) -> Subject {
        Subject::Reservation(self.restaurant_id, self.id)
    }
}

/// Writes down what a booking costs now: the platform's fee, then the course when it is paid in advance. True when there
/// is anything to pay.
pub async fn plan(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    diner: UserId,
) -> sqlx::Result<bool> {
    let items = [
        (ChargeKind::ReservationFee, reservation.reservation_fee),
        (ChargeKind::PrepaidCourse, reservation.prepaid_price),
    ];
    payments::actions::plan(conn, rng, now, (reservation.subject(), diner), &items).await
}

/// Says what is to be paid back, or still to be paid, when a reservation ends; a job then settles it with the provider.
///
/// A hold that never became a booking gives everything back. A cancelled booking keeps the platform's fee, and gives back
/// the prepaid course less the cancellation fee; a fee that no prepayment covers is charged to the card.
pub async fn wind_up(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    cancellation_fee: Yen,
) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    let was_accepted = reservation.status == Status::Accepted;
    let mut uncovered = cancellation_fee;
    for charge in charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded) {
        let kept = match charge.kind {
            _ if !was_accepted => Yen::ZERO,
            ChargeKind::PrepaidCourse => cancellation_fee.min(charge.amount),
            _ => charge.amount,
        };
        if charge.kind == ChargeKind::PrepaidCourse {
            uncovered = cancellation_fee - kept;
        }
        payments::queries::set_refund_due(conn, charge, charge.amount - kept, now).await?;
    }
    if let (true, Some(diner)) = (was_accepted && uncovered > Yen::ZERO, reservation.user_id) {
        let fee = [(ChargeKind::CancellationFee, uncovered)];
        payments::actions::plan(conn, rng, now, (reservation.subject(), diner), &fee).await?;
    }
    if !charges.is_empty() || uncovered > Yen::ZERO {
        payments::actions::push_settle(conn, rng, reservation.subject(), None).await?;
    }
    Ok(())
}

/// What a diner would get back by cancelling for `fee`: the prepaid course less the fee, and less what goes back already.
pub fn refund_on_cancelling(charges: &[Charge], fee: Yen) -> Yen {
    let prepaid = charges.iter().filter(|c| c.kind == ChargeKind::PrepaidCourse && c.status == ChargeStatus::Succeeded);
    prepaid.map(|charge| (charge.amount - fee - charge.refund_due).max(Yen::ZERO)).sum()
}

/// What a diner gets back of the prepaid course.
pub fn refund_of_course(charges: &[Charge]) -> Yen {
    charges.iter().filter(|charge| charge.kind == ChargeKind::PrepaidCourse).map(|charge| charge.refund_due).sum()
}
