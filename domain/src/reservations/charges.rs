//! The charges and refunds of a reservation.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::increases;
use super::model::{Reservation, Status};
use crate::ids::UserId;
use crate::money::Yen;
use crate::payments;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus, Subject};
use crate::rng::Rng;

impl Reservation {
    /// Returns the subject of the reservation's charges.
    pub const fn subject(&self) -> Subject {
        Subject::Reservation(self.restaurant_id, self.id)
    }
}

/// Plans the charges of a booking: the platform's fee, and the course if it is prepaid. Returns true if there is anything to pay.
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
    payments::actions::plan(conn, rng, now, reservation.subject(), diner, &items).await
}

/// The prices of a booking for a party size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservationPrices {
    pub fee: Yen,
    pub prepaid: Yen,
}

impl ReservationPrices {
    /// Returns the prices for another party size. The price for each guest stays the same.
    pub fn for_guests(reservation: &Reservation, guests: i32) -> Self {
        let share = |whole: Yen| Yen(whole.0 / i64::from(reservation.guests_count) * i64::from(guests));
        Self { fee: share(reservation.reservation_fee), prepaid: share(reservation.prepaid_price) }
    }
}

/// Adjusts the charges of a booking to its new prices, and returns the uids of the new charges. An increase is a separate charge. A
/// decrease is refunded from the prepaid course; the platform's fee is not refunded (gaps G086). An unpaid difference is replaced by
/// the new one.
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
    for open in charges.iter().filter(|charge| charge.is_voidable_difference()) {
        payments::queries::void(conn, open, now).await?;
    }
    let mut planned = Vec::new();
    for (kind, wanted) in [(ChargeKind::ReservationFee, costs.fee), (ChargeKind::PrepaidCourse, costs.prepaid)] {
        let kept: Vec<_> =
            charges.iter().filter(|charge| charge.kind == kind && !charge.is_voidable_difference()).collect();
        let paid: Yen = kept.iter().map(|charge| charge.price_paid()).sum();
        if wanted > paid {
            let uid = rng.uid();
            payments::queries::plan_difference(conn, &uid, subject, diner, kind, wanted - paid, now).await?;
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

/// Returns the amount that is unpaid at these prices, including an open difference.
pub fn outstanding_amount(charges: &[Charge], costs: ReservationPrices) -> Yen {
    let kinds = [(ChargeKind::ReservationFee, costs.fee), (ChargeKind::PrepaidCourse, costs.prepaid)];
    let missing = kinds.into_iter().map(|(kind, wanted)| {
        let paid: Yen = charges
            .iter()
            .filter(|c| c.kind == kind && c.status == ChargeStatus::Succeeded)
            .map(Charge::price_paid)
            .sum();
        (wanted - paid).max(Yen::ZERO)
    });
    missing.sum()
}

/// Returns the amount of the prepaid course that would be refunded at these prices, without the part that the bank has returned.
pub fn refundable_amount(charges: &[Charge], costs: ReservationPrices) -> Yen {
    let paid: Yen = prepaid(charges).map(Charge::price_paid).sum();
    let parts = split_reduction(prepaid(charges).rev(), paid - costs.prepaid).into_iter();
    parts.map(|(charge, lowered)| charge.refund_of(lowered.min(charge.net()))).sum()
}

/// Lowers the price paid by an amount, latest payment first.
async fn refund(conn: &mut PgConnection, now: DateTime<Utc>, charges: &[&Charge], amount: Yen) -> sqlx::Result<()> {
    let paid = charges.iter().rev().copied().filter(|charge| charge.status == ChargeStatus::Succeeded);
    for (charge, lowered) in split_reduction(paid, amount) {
        lower_price(conn, now, charge, lowered).await?;
    }
    Ok(())
}

/// Splits a reduction of the price over charges: each takes what it pays of the price, and the next one the rest.
fn split_reduction<'a>(charges: impl Iterator<Item = &'a Charge>, reduction: Yen) -> Vec<(&'a Charge, Yen)> {
    let mut rest = reduction.max(Yen::ZERO);
    let parts = charges.map(|charge| {
        let lowered = rest.min(charge.price_paid());
        rest = rest - lowered;
        (charge, lowered)
    });
    parts.filter(|(_, lowered)| *lowered > Yen::ZERO).collect()
}

/// Lowers the price that a charge pays, and makes the difference due for a refund. Where little is left of the charge, manual refunds count
/// towards the difference (gaps G205).
pub(super) async fn lower_price(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    charge: &Charge,
    lowered: Yen,
) -> sqlx::Result<()> {
    let part = lowered.min(charge.net());
    payments::queries::set_refund_due(conn, charge, charge.refund_due + part, now).await?;
    if part < lowered {
        payments::manual_refunds::cap(conn, charge, charge.price_paid() - lowered).await?;
    }
    Ok(())
}

fn prepaid(charges: &[Charge]) -> impl DoubleEndedIterator<Item = &Charge> {
    charges.iter().filter(|c| c.kind == ChargeKind::PrepaidCourse && c.status == ChargeStatus::Succeeded && !c.is_void)
}

/// Voids charges that were just planned. A job refunds paid ones.
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

/// Voids the unpaid charges of increases, and what is paid of them, which is refunded: the increase is reverted.
pub async fn void_unpaid_increases(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    charges: &[Charge],
) -> sqlx::Result<()> {
    for charge in charges.iter().filter(|charge| charge.is_voidable_difference()) {
        payments::queries::void(conn, charge, now).await?;
    }
    for charge in increases::list_partly_paid(charges) {
        payments::queries::void(conn, charge, now).await?;
        payments::manual_refunds::cap(conn, charge, Yen::ZERO).await?;
        payments::queries::set_refund_due(conn, charge, charge.amount, now).await?;
    }
    Ok(())
}

/// Decides the refunds and the cancellation fee when a reservation ends. A job then settles them with the provider.
///
/// A hold that never became a booking is refunded completely. For a cancelled booking, the platform's fee is kept, and the prepaid
/// course is refunded less the cancellation fee; a fee that exceeds the prepayment is charged to the card. An unpaid difference is
/// voided. So is the fee of a no-show: a booking that ends by an approved request costs no fee. A manual refund remains: the part of the fee
/// that its charge covers is lower by it (gaps G205).
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
    let is_dropped = |charge: &&Charge| {
        charge.is_voidable_difference() || charge.kind == ChargeKind::CancellationFee && charge.is_open()
    };
    for open in charges.iter().filter(is_dropped) {
        payments::queries::void(conn, open, now).await?;
    }
    for charge in charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded && !charge.is_void) {
        let kept = match charge.kind {
            _ if !was_accepted => Yen::ZERO,
            ChargeKind::CancellationFee => {
                payments::manual_refunds::cap(conn, charge, Yen::ZERO).await?;
                Yen::ZERO
            }
            ChargeKind::PrepaidCourse => {
                let covered = uncovered.min(charge.price_paid());
                uncovered = uncovered - covered;
                payments::manual_refunds::cap(conn, charge, covered).await?;
                kept_of_fee(charge, covered)
            }
            _ => charge.net(),
        };
        payments::queries::set_refund_due(conn, charge, charge.amount - kept, now).await?;
    }
    if let (true, Some(diner)) = (was_accepted && uncovered > Yen::ZERO, reservation.user_id) {
        let fee = [(ChargeKind::CancellationFee, uncovered)];
        payments::actions::plan(conn, rng, now, reservation.subject(), diner, &fee).await?;
    }
    if !charges.is_empty() || uncovered > Yen::ZERO {
        payments::actions::push_settle(conn, rng, reservation.subject(), None).await?;
    }
    Ok(())
}

/// Returns the part of a charge that is kept for the part of the cancellation fee that it covers.
fn kept_of_fee(charge: &Charge, covered: Yen) -> Yen {
    (covered - charge.manually_refunded).max(Yen::ZERO)
}

/// Returns the refund for a cancellation with `fee`: the prepaid course less the fee, earlier refunds, and the amount that the bank returned
/// in lost disputes (gaps G305).
pub fn refund_on_cancelling(charges: &[Charge], fee: Yen) -> Yen {
    let mut uncovered = fee;
    let refunds = prepaid(charges).map(|charge| {
        let covered = uncovered.min(charge.price_paid());
        uncovered = uncovered - covered;
        charge.refund_of(charge.net() - kept_of_fee(charge, covered))
    });
    refunds.sum()
}

/// Returns the part of the course's price that is paid, or that the diner still owes: an open difference is collected, so no other charge may
/// contain it. A manual refund does not lower it: no rule charges it again (gaps G205).
pub fn charged_of_course(charges: &[Charge]) -> Yen {
    charges.iter().filter(|charge| charge.kind == ChargeKind::PrepaidCourse).map(Charge::price_paid).sum()
}

/// Returns the amount of all payments that is refunded or due for a refund. An amount that the bank returned is not refunded again.
pub fn total_refund(charges: &[Charge]) -> Yen {
    charges.iter().map(Charge::refund).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course() -> Charge {
        Charge {
            amount: Yen(24_000),
            refund_due: Yen(7_000),
            refunded_amount: Yen(7_000),
            manually_refunded: Yen(5_000),
            ..Charge::example(ChargeKind::PrepaidCourse, ChargeStatus::Succeeded)
        }
    }

    #[test]
    fn manual_refund_does_not_lower_the_paid_price_of_the_course() {
        let fee = Charge { kind: ChargeKind::CancellationFee, ..course() };
        assert_eq!(charged_of_course(&[course(), fee]), Yen(22_000));
    }

    #[test]
    fn preview_names_no_refund_of_a_manually_refunded_charge() {
        let paid = |amount: i64, by_staff: i64| Charge {
            amount: Yen(amount),
            refund_due: Yen(by_staff),
            refunded_amount: Yen(by_staff),
            manually_refunded: Yen(by_staff),
            ..Charge::example(ChargeKind::PrepaidCourse, ChargeStatus::Succeeded)
        };
        for (of_more, price, refund) in
            [(0, 24_000, 12_000), (12_000, 24_000, 0), (4_000, 24_000, 8_000), (12_000, 12_000, 12_000)]
        {
            let charges = [paid(24_000, 0), paid(12_000, of_more)];
            let costs = ReservationPrices { fee: Yen::ZERO, prepaid: Yen(price) };
            assert_eq!(refundable_amount(&charges, costs), Yen(refund), "{of_more} refunded by staff, price {price}");
        }
    }

    #[test]
    fn amount_returned_by_the_bank_is_no_refund() {
        let paid =
            Charge { refund_due: Yen::ZERO, refunded_amount: Yen::ZERO, manually_refunded: Yen::ZERO, ..course() };
        for (lost, due, refunded, fee, further, total, left) in [
            (0, 0, 0, 0, 24_000, 0, 24_000),
            (24_000, 0, 0, 0, 0, 0, 0),
            (24_000, 0, 0, 12_000, 0, 0, 0),
            (24_000, 24_000, 0, 0, 0, 0, 0),
            (4_000, 0, 0, 0, 20_000, 0, 20_000),
            (4_000, 0, 0, 12_000, 8_000, 0, 20_000),
            (4_000, 4_000, 0, 0, 20_000, 0, 20_000),
            (4_000, 6_000, 2_000, 0, 18_000, 2_000, 18_000),
            (4_000, 10_000, 0, 0, 14_000, 6_000, 14_000),
        ] {
            let charge =
                Charge { lost_amount: Yen(lost), refund_due: Yen(due), refunded_amount: Yen(refunded), ..paid.clone() };
            let case = format!("{lost} lost, {due} due, {refunded} refunded, fee {fee}");
            assert_eq!(total_refund(std::slice::from_ref(&charge)), Yen(total), "{case}");
            assert_eq!(charge.left(), Yen(left), "{case}");
            assert_eq!(refund_on_cancelling(&[charge], Yen(fee)), Yen(further), "{case}");
        }
    }

    #[test]
    fn open_difference_counts_as_charged_until_it_is_void_or_cancelled() {
        let open = Charge { amount: Yen(12_000), refund_due: Yen::ZERO, manually_refunded: Yen::ZERO, ..course() };
        for (status, is_void, charged) in [
            (ChargeStatus::Planned, false, 34_000),
            (ChargeStatus::RequiresPaymentMethod, false, 34_000),
            (ChargeStatus::Processing, false, 34_000),
            (ChargeStatus::RequiresPaymentMethod, true, 22_000),
            (ChargeStatus::Canceled, false, 22_000),
        ] {
            let difference = Charge { status, is_void, ..open.clone() };
            assert_eq!(charged_of_course(&[course(), difference]), Yen(charged), "{status} {is_void}");
        }
    }
}
