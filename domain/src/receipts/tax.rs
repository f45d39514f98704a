//! Consumption tax within prices that include it: pure.

use serde::{Deserialize, Serialize};

use crate::money::Yen;
use crate::payments::model::ChargeKind;
use crate::restaurants::model::OperationName;

/// The rate at which an item is taxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    Standard,
    /// Food to take away or to be delivered.
    Reduced,
    /// Damages, such as a fee for cancelling, are no price of anything.
    Untaxed,
}

impl Rate {
    /// Of a charge, and of the meal of its reservation.
    pub const fn of(kind: ChargeKind, operation: Option<OperationName>) -> Self {
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

    /// The tax within a sum, rounded down to the whole yen.
    pub fn tax_within(self, sum: Yen) -> Yen {
        self.percent().map_or(Yen::ZERO, |percent| Yen(sum.0 * percent / (100 + percent)))
    }
}

/// What all items of one rate come to, and the tax within that: rounded once for each rate of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateSum {
    pub rate: Rate,
    pub amount: Yen,
    pub tax: Yen,
}

/// The sums of items by rate, the standard one first.
pub fn sums(items: &[(Rate, Yen)]) -> Vec<RateSum> {
    let of = |rate: Rate| {
        let amount: Yen = items.iter().filter(|(own, _)| *own == rate).map(|(_, amount)| *amount).sum();
        (amount > Yen::ZERO).then(|| RateSum { rate, amount, tax: rate.tax_within(amount) })
    };
    [Rate::Standard, Rate::Reduced, Rate::Untaxed].into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn food_that_leaves_the_house_is_taxed_less_and_damages_not_at_all() {
        for (kind, operation, percent) in [
            (ChargeKind::ReservationFee, OperationName::Dinner, Some(10)),
            (ChargeKind::ReservationFee, OperationName::Takeaway, Some(10)),
            (ChargeKind::PrepaidCourse, OperationName::Lunch, Some(10)),
            (ChargeKind::PrepaidCourse, OperationName::Takeaway, Some(8)),
            (ChargeKind::CancellationFee, OperationName::Takeaway, None),
        ] {
            assert_eq!(Rate::of(kind, Some(operation)).percent(), percent, "{kind} {operation}");
        }
        assert_eq!(Rate::of(ChargeKind::SubscriptionFee, None).percent(), Some(10));
    }

    #[test]
    fn the_tax_is_rounded_once_for_each_rate() {
        // Each alone, 9 yen of tax are within 108; together 1 yen more is.
        let items = [(Rate::Standard, Yen(109)), (Rate::Standard, Yen(109)), (Rate::Reduced, Yen(3_240))];
        assert_eq!(Rate::Standard.tax_within(Yen(109)), Yen(9));
        let found: Vec<_> = sums(&items).iter().map(|sum| (sum.amount.0, sum.tax.0)).collect();
        assert_eq!(found, [(218, 19), (3_240, 240)]);
        assert_eq!(sums(&[(Rate::Untaxed, Yen(5_000))])[0].tax, Yen::ZERO);
        assert!(sums(&[]).is_empty());
    }
}
