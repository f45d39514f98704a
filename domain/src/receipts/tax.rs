//! Consumption tax within prices that include it: pure.

use serde::{Deserialize, Serialize};

use crate::money::Yen;
use crate::payments::model::ChargeKind;
use crate::restaurants::model::OperationName;

/// Returns the kind of item that a charge pays for. The kept part of a course that was not served is a cancellation fee.
pub const fn paid_kind(kind: ChargeKind, is_served: bool) -> ChargeKind {
    match kind {
        ChargeKind::PrepaidCourse if !is_served => ChargeKind::CancellationFee,
        kind => kind,
    }
}

/// The tax rate of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaxRate {
    Standard,
    /// Food for takeaway or delivery.
    Reduced,
    /// Damages, such as a cancellation fee, are not a price and contain no tax.
    Untaxed,
}

impl TaxRate {
    /// Returns the rate of a charge, for the meal of its reservation.
    pub const fn for_charge(kind: ChargeKind, operation: Option<OperationName>) -> Self {
        match (kind, operation) {
            (ChargeKind::CancellationFee, _) => Self::Untaxed,
            (ChargeKind::PrepaidCourse, Some(OperationName::Takeaway)) => Self::Reduced,
            _ => Self::Standard,
        }
    }

    pub const fn percent(self) -> Option<i64> {
        match self {
            Self::Standard => Some(10),
            Self::Reduced => Some(8),
            Self::Untaxed => None,
        }
    }

    /// Returns the tax within a sum, rounded down to whole yen.
    pub fn tax_within(self, sum: Yen) -> Yen {
        self.percent().map_or(Yen::ZERO, |percent| Yen(sum.0 * percent / (100 + percent)))
    }
}

/// Sum of all items of one rate, and the tax within it, rounded once for each rate of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxRateSum {
    pub rate: TaxRate,
    pub amount: Yen,
    pub tax: Yen,
}

/// Returns the sums of items by rate, the standard rate first.
pub fn sums(items: &[(TaxRate, Yen)]) -> Vec<TaxRateSum> {
    let of = |rate: TaxRate| {
        let amount: Yen = items.iter().filter(|(own, _)| *own == rate).map(|(_, amount)| *amount).sum();
        (amount > Yen::ZERO).then(|| TaxRateSum { rate, amount, tax: rate.tax_within(amount) })
    };
    [TaxRate::Standard, TaxRate::Reduced, TaxRate::Untaxed].into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takeaway_has_reduced_tax_and_damages_none() {
        for (kind, operation, percent) in [
            (ChargeKind::ReservationFee, OperationName::Dinner, Some(10)),
            (ChargeKind::ReservationFee, OperationName::Takeaway, Some(10)),
            (ChargeKind::PrepaidCourse, OperationName::Lunch, Some(10)),
            (ChargeKind::PrepaidCourse, OperationName::Takeaway, Some(8)),
            (ChargeKind::CancellationFee, OperationName::Takeaway, None),
        ] {
            assert_eq!(TaxRate::for_charge(kind, Some(operation)).percent(), percent, "{kind} {operation}");
        }
        assert_eq!(TaxRate::for_charge(ChargeKind::SubscriptionFee, None).percent(), Some(10));
    }

    #[test]
    fn kept_part_of_a_cancelled_course_is_an_untaxed_fee() {
        for (kind, is_served, paid) in [
            (ChargeKind::PrepaidCourse, true, ChargeKind::PrepaidCourse),
            (ChargeKind::PrepaidCourse, false, ChargeKind::CancellationFee),
            (ChargeKind::CancellationFee, false, ChargeKind::CancellationFee),
            // The platform's fee is for the reservation, which was made.
            (ChargeKind::ReservationFee, false, ChargeKind::ReservationFee),
        ] {
            assert_eq!(paid_kind(kind, is_served), paid, "{kind} {is_served}");
        }
        let kept = paid_kind(ChargeKind::PrepaidCourse, false);
        assert_eq!(TaxRate::for_charge(kept, Some(OperationName::Takeaway)), TaxRate::Untaxed);
    }

    #[test]
    fn the_tax_is_rounded_once_for_each_rate() {
        // Rounded separately, 9 yen of tax are within 108; together it is 1 yen more.
        let items = [(TaxRate::Standard, Yen(109)), (TaxRate::Standard, Yen(109)), (TaxRate::Reduced, Yen(3_240))];
        assert_eq!(TaxRate::Standard.tax_within(Yen(109)), Yen(9));
        let found: Vec<_> = sums(&items).iter().map(|sum| (sum.amount.0, sum.tax.0)).collect();
        assert_eq!(found, [(218, 19), (3_240, 240)]);
        assert_eq!(sums(&[(TaxRate::Untaxed, Yen(5_000))])[0].tax, Yen::ZERO);
        assert!(sums(&[]).is_empty());
    }
}
