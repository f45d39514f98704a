//! Turn times of a report: how long parties stayed, by party size and meal.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::model::{TURN_SIZES, TurnTimeTotals};
use super::totals::ComputedTotals;
use crate::restaurants::model::OperationName;

/// Turn times by party size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnTimesBySize {
    /// In the order of `TURN_SIZES`.
    pub sizes: [TurnTimeTotals; TURN_SIZES.len()],
}

impl TurnTimesBySize {
    pub fn total(&self) -> TurnTimeTotals {
        self.sizes.iter().fold(TurnTimeTotals::default(), |mut all, turns| {
            all.add(*turns);
            all
        })
    }

    fn add(&mut self, guests: i32, turns: TurnTimeTotals) {
        let place = TURN_SIZES.partition_point(|size| *size <= guests).saturating_sub(1);
        self.sizes[place].add(turns);
    }
}

/// Turn times of a span of days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnTimes {
    /// Of all meals.
    pub overall: TurnTimesBySize,
    /// The meals with a recorded visit, lunch before dinner.
    pub meals: BTreeMap<OperationName, TurnTimesBySize>,
}

/// Adds the turn times of the days from `first` to `last`.
pub fn turn_times(summed: &ComputedTotals, first: NaiveDate, last: NaiveDate) -> TurnTimes {
    let mut times = TurnTimes::default();
    for (((_, date), (operation, guests)), turns) in &summed.turns {
        if (first..=last).contains(date) {
            times.overall.add(*guests, *turns);
            times.meals.entry(*operation).or_default().add(*guests, *turns);
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::RestaurantId;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn turns(parties: i64, minutes: i64) -> TurnTimeTotals {
        TurnTimeTotals { parties, minutes }
    }

    #[test]
    fn turn_times_are_summed_by_size_and_meal_within_the_days() {
        let of = |date: &str, operation, guests| ((RestaurantId(1), day(date)), (operation, guests));
        let (lunch, dinner) = (OperationName::Lunch, OperationName::Dinner);
        let summed = ComputedTotals {
            turns: [
                (of("2026-10-31", dinner, 2), turns(5, 500)),
                (of("2026-11-01", dinner, 2), turns(2, 180)),
                (of("2026-11-30", dinner, 2), turns(1, 121)),
                (of("2026-11-30", lunch, 2), turns(1, 60)),
                (of("2026-11-30", dinner, 8), turns(1, 150)),
                (of("2026-11-30", dinner, 9), turns(1, 160)),
                (of("2026-11-30", dinner, 25), turns(1, 200)),
                (of("2026-12-01", dinner, 1), turns(1, 30)),
            ]
            .into(),
            ..ComputedTotals::default()
        };
        let found = turn_times(&summed, day("2026-11-01"), day("2026-11-30"));
        let sizes = |row: &TurnTimesBySize| row.sizes.map(|turns| (turns.parties, turns.average_minutes()));
        let nothing = (0, None);
        let (pairs, eight, more) = ((4, Some(90)), (1, Some(150)), (2, Some(180)));
        let overall = [nothing, pairs, nothing, nothing, nothing, nothing, nothing, eight, more];
        assert_eq!(sizes(&found.overall), overall, "the last size includes larger parties");
        assert_eq!(found.overall.total(), turns(7, 871));
        assert_eq!(found.meals.keys().copied().collect::<Vec<_>>(), [lunch, dinner]);
        assert_eq!(sizes(&found.meals[&lunch])[1], (1, Some(60)));
        assert_eq!(sizes(&found.meals[&dinner])[1], (3, Some(100)));
        assert_eq!(turn_times(&summed, day("2027-01-01"), day("2027-01-31")), TurnTimes::default());
    }

    #[test]
    fn averages_are_rounded_to_whole_minutes() {
        assert_eq!(turns(2, 179).average_minutes(), Some(90));
        assert_eq!(turns(3, 271).average_minutes(), Some(90));
        assert_eq!(turns(0, 0).average_minutes(), None);
    }
}
