//! Increases of a party that are not paid: which party size is paid, and until when the diner can pay for the other guests (gaps G316).

use chrono::{DateTime, Duration, Utc};

use super::model::Reservation;
use crate::i18n::{self, Locale, t};
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus};

/// Time in which the diner can pay for an increase. SQL: `lapse::list_due`.
pub const PAY_WITHIN: Duration = Duration::hours(12);

/// An unpaid increase of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpaidIncrease {
    /// The largest party size that is paid.
    pub paid_guests: i32,
    /// Time at which the booking returns to `paid_guests`. None if the visit begins before it: the booking then keeps its size, and the
    /// amount remains due.
    pub reverts_at: Option<DateTime<Utc>>,
}

impl UnpaidIncrease {
    /// Returns `None` if every increase is paid.
    pub fn find(reservation: &Reservation, charges: &[Charge]) -> Option<Self> {
        let open = charges.iter().filter(|charge| is_of_increase(charge) && charge.is_open());
        let reverts_at = open.map(|charge| charge.planned_at).max()? + PAY_WITHIN;
        Some(Self {
            paid_guests: find_paid_guests(reservation, charges)?,
            reverts_at: Some(reverts_at).filter(|at| *at <= reservation.starts_at),
        })
    }

    /// Whether the booking returns to `paid_guests` as soon as the worker runs. After its start it keeps its size.
    pub fn is_lapsed(&self, reservation: &Reservation, now: DateTime<Utc>) -> bool {
        now < reservation.starts_at && self.reverts_at.is_some_and(|at| at <= now)
    }

    /// Returns a sentence for the diner: until when they can pay, unless that time has passed, and what happens otherwise.
    pub fn message(&self, locale: Locale, reservation: &Reservation, now: DateTime<Utc>) -> String {
        let unit = if reservation.is_order() { "mail.portions" } else { "mail.guests" };
        let guests = t(locale, unit, &[("count", &self.paid_guests)]);
        let reverts_at = self.reverts_at.filter(|_| now < reservation.starts_at);
        let until = reverts_at.unwrap_or(reservation.starts_at);
        let at = i18n::date_time(locale, until, reservation.zone.tz());
        let key = match (reverts_at.is_some(), now < until) {
            (true, true) => "open_payment.reverts",
            (true, false) => "open_payment.reverts_overdue",
            (false, true) => "open_payment.remains_due",
            (false, false) => "open_payment.remains_due_overdue",
        };
        t(locale, key, &[("at", &at), ("guests", &guests)])
    }
}

/// Whether a charge is for the other guests of a larger party. A manual correction is not.
pub fn is_of_increase(charge: &Charge) -> bool {
    charge.is_difference() && matches!(charge.kind, ChargeKind::ReservationFee | ChargeKind::PrepaidCourse)
}

/// Returns the largest party size for which both the fee and the course are paid; `None` unless it is smaller than the booking's.
fn find_paid_guests(reservation: &Reservation, charges: &[Charge]) -> Option<i32> {
    let guests = i64::from(reservation.guests_count.max(1));
    let prices = [
        (ChargeKind::ReservationFee, reservation.reservation_fee),
        (ChargeKind::PrepaidCourse, reservation.prepaid_price),
    ];
    let sizes = prices.into_iter().filter(|(_, price)| *price > Yen::ZERO).map(|(kind, price)| {
        let succeeded = charges.iter().filter(|one| one.kind == kind && one.status == ChargeStatus::Succeeded);
        let paid: Yen = succeeded.map(Charge::price_paid).sum();
        paid.0 / (price.0 / guests).max(1)
    });
    let paid = i32::try_from(sizes.min()?).ok()?;
    (1..reservation.guests_count).contains(&paid).then_some(paid)
}

/// Splits the charges of increases by change, oldest first: the charges of one change have the same time.
fn by_change<'a>(charges: &[&'a Charge]) -> Vec<Vec<&'a Charge>> {
    charges.chunk_by(|one, next| one.planned_at == next.planned_at).map(<[_]>::to_vec).collect()
}

fn list_of_increases(charges: &[Charge]) -> Vec<&Charge> {
    charges.iter().filter(|charge| is_of_increase(charge)).collect()
}

fn is_paid(change: &[&Charge]) -> bool {
    change.iter().all(|charge| !charge.is_void && charge.status == ChargeStatus::Succeeded)
}

/// Returns the charges that are paid of the increases since the last completely paid one. `charges` are in the order of their positions.
pub fn list_partly_paid(charges: &[Charge]) -> Vec<&Charge> {
    let changes = by_change(&list_of_increases(charges));
    let unpaid = changes.into_iter().rev().take_while(|change| !is_paid(change)).flatten();
    unpaid.filter(|charge| !charge.is_void && charge.status == ChargeStatus::Succeeded).collect()
}

/// Returns the time of the last increase if it is paid completely. `charges` are in the order of their positions.
pub fn find_last_paid(charges: &[Charge]) -> Option<DateTime<Utc>> {
    let changes = by_change(&list_of_increases(charges));
    let last = changes.last().filter(|change| is_paid(change))?;
    last.first().map(|charge| charge.planned_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A charge of change `change`. Change 0 is the booking itself.
    fn charge(change: i32, kind: ChargeKind, status: ChargeStatus) -> Charge {
        Charge {
            uid: format!("{change}-{kind}"),
            position: change * 3 + kind.position(),
            planned_at: DateTime::UNIX_EPOCH + Duration::minutes(change.into()),
            ..Charge::example(kind, status)
        }
    }

    #[test]
    fn partly_paid_changes_are_those_after_the_last_paid_one() {
        use ChargeKind::{PrepaidCourse, ReservationFee};
        use ChargeStatus::{Canceled, RequiresAction, Succeeded};
        let booking = [charge(0, ReservationFee, Succeeded), charge(0, PrepaidCourse, Succeeded)];
        let paid = [charge(1, ReservationFee, Succeeded), charge(1, PrepaidCourse, Succeeded)];
        let replaced =
            [charge(2, ReservationFee, Succeeded), Charge { is_void: true, ..charge(2, PrepaidCourse, Canceled) }];
        let open = [charge(3, ReservationFee, Succeeded), charge(3, PrepaidCourse, RequiresAction)];
        let uids = |charges: &[Charge]| {
            let mut uids: Vec<_> = list_partly_paid(charges).into_iter().map(|charge| charge.uid.clone()).collect();
            uids.sort();
            uids
        };
        assert_eq!(find_last_paid(&booking), None);
        let mut charges = [booking, paid].concat();
        assert_eq!((uids(&charges), find_last_paid(&charges)), (vec![], Some(charges[2].planned_at)));
        charges.extend([replaced, open].concat());
        assert_eq!(uids(&charges), ["2-reservation_fee", "3-reservation_fee"]);
        assert_eq!(find_last_paid(&charges), None);
    }
}
