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

/// What a booking of another size costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservationPrices {
    pub fee: Yen,
    pub prepaid: Yen,
}

impl ReservationPrices {
    /// The same price a guest as before.
    pub fn for_guests(reservation: &Reservation, guests: i32) -> Self {
        let share = |whole: Yen| Yen(whole.0 / i64::from(reservation.guests_count) * i64::from(guests));
        Self { fee: share(reservation.reservation_fee), prepaid: share(reservation.prepaid_price) }
    }
}

/// Brings the charges of a booking to what it costs from now on, and answers the uids of the charges that are new. What it
/// costs more is a charge of its own. What it costs less goes back of the course that was paid in advance; the platform's fee
/// is not given back (gaps G086). A difference that is not paid yet gives way to the new one.
pub async fn adjust(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    diner: UserId,
    costs: ReservationPrices,
) -> sqlx::Result<Vec<String>> {
    let subject = reservation.subject();
    let charges = payments::queries::list_charges(conn, subject).await?;
    for open in charges.iter().filter(|charge| charge.is_difference() && charge.is_open()) {
        payments::queries::void(conn, open, now).await?;
    }
    let mut planned = Vec::new();
    for (kind, wanted) in [(ChargeKind::ReservationFee, costs.fee), (ChargeKind::PrepaidCourse, costs.prepaid)] {
        let kept: Vec<_> = charges
            .iter()
            .filter(|charge| charge.kind == kind && !(charge.is_difference() && charge.is_open()))
            .collect();
        let paid: Yen = kept.iter().map(|charge| charge.net()).sum();
        if wanted > paid {
            let uid = rng.uid();
            payments::queries::plan_difference(conn, &uid, subject, diner, (kind, wanted - paid), now).await?;
            planned.push(uid);
        } else if kind == ChargeKind::PrepaidCourse {
            refund(conn, now, &kept, paid - wanted).await?;
        }
    }
    if !charges.is_empty() {
        payments::actions::push_settle(conn, rng, subject, None).await?;
    }
    Ok(planned)
}

/// What a booking of these costs would have to pay beside what was paid, an open difference included.
pub fn outstanding_amount(charges: &[Charge], costs: ReservationPrices) -> Yen {
    let kinds = [(ChargeKind::ReservationFee, costs.fee), (ChargeKind::PrepaidCourse, costs.prepaid)];
    let missing = kinds.into_iter().map(|(kind, wanted)| {
        let paid: Yen =
            charges.iter().filter(|c| c.kind == kind && c.status == ChargeStatus::Succeeded).map(Charge::net).sum();
        (wanted - paid).max(Yen::ZERO)
    });
    missing.sum()
}

/// What a booking of these costs would get back of the course that was paid in advance.
pub fn refundable_amount(charges: &[Charge], costs: ReservationPrices) -> Yen {
    (refund_on_cancelling(charges, Yen::ZERO) - costs.prepaid).max(Yen::ZERO)
}

/// Gives back so much of what was paid, the latest payment first.
async fn refund(conn: &mut PgConnection, now: DateTime<Utc>, charges: &[&Charge], mut amount: Yen) -> sqlx::Result<()> {
    for charge in charges.iter().rev().filter(|charge| charge.status == ChargeStatus::Succeeded) {
        let part = amount.min(charge.net());
        if part > Yen::ZERO {
            payments::queries::set_refund_due(conn, charge, charge.refund_due + part, now).await?;
            amount = amount - part;
        }
    }
    Ok(())
}

/// Takes charges back that were planned a moment ago: what of them was paid goes back.
pub async fn cancel_planned(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    subject: Subject,
    planned: &[String],
) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, subject).await?;
    for charge in charges.iter().filter(|charge| planned.contains(&charge.uid)) {
        payments::queries::void(conn, charge, now).await?;
    }
    payments::actions::push_settle(conn, rng, subject, None).await
}

/// Says what is to be paid back, or still to be paid, when a reservation ends; a job then settles it with the provider.
///
/// A hold that never became a booking gives everything back. A cancelled booking keeps the platform's fee, and gives back
/// the prepaid course less the cancellation fee; a fee that no prepayment covers is charged to the card. A difference that
/// was not paid yet is not asked for any more.
pub async fn close_charges(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    cancellation_fee: Yen,
) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    let was_accepted = reservation.status == Status::Accepted;
    let mut uncovered = cancellation_fee;
    for open in charges.iter().filter(|charge| charge.is_difference() && charge.is_open()) {
        payments::queries::void(conn, open, now).await?;
    }
    for charge in charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded && !charge.is_void) {
        let kept = match charge.kind {
            _ if !was_accepted => Yen::ZERO,
            ChargeKind::PrepaidCourse => uncovered.min(charge.net()),
            _ => charge.net(),
        };
        if charge.kind == ChargeKind::PrepaidCourse {
            uncovered = uncovered - kept;
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
    let kept: Yen = prepaid.map(Charge::net).sum();
    (kept - fee).max(Yen::ZERO)
}

/// What a diner gets back of the prepaid course.
pub fn refund_of_course(charges: &[Charge]) -> Yen {
    charges.iter().filter(|charge| charge.kind == ChargeKind::PrepaidCourse).map(|charge| charge.refund_due).sum()
}
