//! The circles of the calendars (gaps G107): slots that are planned for a kind of seats in a period of the day. One circle is filled for
//! every seat that a reservation or a web slot covers. Circles do not affect what can be booked.

use std::collections::HashSet;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

use crate::holidays::Holidays;
use crate::ids::{InventoryGroupId, InventoryItemId};
use crate::restaurants::model::{Operation, OperationName};
use crate::text_enum::text_enum;
use crate::zone::{BusinessTime, Zone};

text_enum! {
    /// Source of a meal's circles.
    pub enum CircleSource of "calendar_operation_settings.cos_type" {
        /// Rows that an admin entered.
        Manual = "manual",
        /// As `Manual`, without the meal's header and its way of counting.
        HeaderNone = "header_none",
        /// All existing seats, during the meal's hours.
        Inventory = "v1",
    }
}

/// Circle settings of a meal.
#[derive(Clone, Copy, Debug)]
pub struct CircleSetting {
    pub operation: OperationName,
    pub source: CircleSource,
    /// A visit counts only in the period in which it starts, not in all that it overlaps.
    pub by_starts_at: bool,
}

/// Number of slots planned in a period of the day: Monday to Sunday, then national holidays.
#[derive(Clone, Debug)]
pub struct PlannedSlots {
    pub operation: OperationName,
    pub group: InventoryGroupId,
    pub from: NaiveTime,
    pub till: BusinessTime,
    pub counts: [i32; 8],
}

impl PlannedSlots {
    fn count_on(&self, date: NaiveDate, holidays: &Holidays) -> i32 {
        let weekday = usize::try_from(date.weekday().num_days_from_monday()).unwrap_or_default();
        self.counts[if holidays.is_holiday(date) { 7 } else { weekday }]
    }
}

/// A seat that is taken, or offered online, for a time range.
#[derive(Clone, Debug)]
pub struct CoveredSeat {
    pub group: InventoryGroupId,
    pub item: InventoryItemId,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// Circles of one kind of seats in one period of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    pub operation: OperationName,
    pub has_header: bool,
    pub group: InventoryGroupId,
    pub from: NaiveTime,
    pub till: BusinessTime,
    pub promised: i32,
    /// At most the planned number.
    pub filled: i32,
}

/// Data from which a restaurant's circles are computed.
#[derive(Clone, Debug, Default)]
pub struct CirclePlan {
    pub settings: Vec<CircleSetting>,
    pub planned_slots: Vec<PlannedSlots>,
    /// The kinds of seats in their order, with the number of seats of each.
    pub groups: Vec<(InventoryGroupId, i32)>,
    pub operations: Vec<Operation>,
    pub holidays: Holidays,
}

impl CirclePlan {
    /// Returns the circles of a day, meal by meal. `covers` are the covered seats of that day.
    pub fn marks(&self, date: NaiveDate, zone: Zone, covers: &[CoveredSeat]) -> Vec<Circle> {
        let mut marks = Vec::new();
        for operation in &self.operations {
            let Some(setting) = self.settings.iter().find(|setting| setting.operation == operation.name) else {
                continue;
            };
            for planned in self.planned_slots_of(operation, setting) {
                let promised = planned.count_on(date, &self.holidays);
                if promised > 0 {
                    let filled = count_filled(&planned, setting, date, zone, covers).min(promised);
                    marks.push(Circle {
                        operation: operation.name,
                        has_header: setting.source != CircleSource::HeaderNone,
                        group: planned.group,
                        from: planned.from,
                        till: planned.till,
                        promised,
                        filled,
                    });
                }
            }
        }
        marks
    }

    fn planned_slots_of(&self, operation: &Operation, setting: &CircleSetting) -> Vec<PlannedSlots> {
        if setting.source != CircleSource::Inventory {
            return self.planned_slots.iter().filter(|planned| planned.operation == operation.name).cloned().collect();
        }
        let all = self.groups.iter().map(|(group, seats)| PlannedSlots {
            operation: operation.name,
            group: *group,
            from: operation.opens_at,
            till: operation.closes_at,
            counts: [*seats; 8],
        });
        all.collect()
    }
}

/// Counts covered seats of the kind in the period, each once.
fn count_filled(
    planned: &PlannedSlots,
    setting: &CircleSetting,
    date: NaiveDate,
    zone: Zone,
    covers: &[CoveredSeat],
) -> i32 {
    let (from, till) = (zone.at(date, planned.from), zone.at_time(date, planned.till));
    let by_starts_at = setting.by_starts_at && setting.source != CircleSource::HeaderNone;
    let lies_in = |covered_seat: &&CoveredSeat| {
        if by_starts_at {
            from <= covered_seat.starts_at && covered_seat.starts_at < till
        } else {
            covered_seat.starts_at < till && from < covered_seat.ends_at
        }
    };
    let covering = covers.iter().filter(|covered_seat| covered_seat.group == planned.group).filter(lies_in);
    let seats: HashSet<_> = covering.map(|covered_seat| covered_seat.item).collect();
    i32::try_from(seats.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTER: InventoryGroupId = InventoryGroupId(1);

    fn time(text: &str) -> NaiveTime {
        NaiveTime::parse_from_str(text, "%H:%M").unwrap()
    }

    fn plan(source: CircleSource, by_starts_at: bool) -> CirclePlan {
        let row = |from: &str, till: &str, counts| PlannedSlots {
            operation: OperationName::Dinner,
            group: COUNTER,
            from: time(from),
            till: time(till).into(),
            counts,
        };
        CirclePlan {
            settings: vec![CircleSetting { operation: OperationName::Dinner, source, by_starts_at }],
            planned_slots: vec![
                row("17:00", "19:30", [3, 3, 3, 3, 4, 4, 0, 8]),
                row("19:30", "22:00", [2, 2, 2, 2, 2, 2, 0, 8]),
            ],
            groups: vec![(COUNTER, 8)],
            operations: vec![Operation {
                name: OperationName::Dinner,
                opens_at: time("17:00"),
                closes_at: time("22:00").into(),
                default_stay_minutes: 120,
                cutoff_hours: 24,
            }],
            holidays: Holidays::default(),
        }
    }

    fn covered_seat(item: i64, from: &str, till: &str) -> CoveredSeat {
        let date = "2026-12-01".parse().unwrap();
        let at = |text| Zone::default().at(date, time(text));
        CoveredSeat { group: COUNTER, item: InventoryItemId(item), starts_at: at(from), ends_at: at(till) }
    }

    fn planned_counts(plan: &CirclePlan, date: &str, covers: &[CoveredSeat]) -> Vec<(i32, i32)> {
        let marks = plan.marks(date.parse().unwrap(), Zone::default(), covers);
        marks.iter().map(|mark| (mark.filled, mark.promised)).collect()
    }

    #[test]
    fn visit_counts_by_overlap_or_start() {
        let covers =
            [covered_seat(1, "18:00", "20:00"), covered_seat(2, "20:00", "22:00"), covered_seat(1, "17:00", "17:30")];
        assert_eq!(planned_counts(&plan(CircleSource::Manual, false), "2026-12-01", &covers), [(1, 3), (2, 2)]);
        assert_eq!(planned_counts(&plan(CircleSource::Manual, true), "2026-12-01", &covers), [(1, 3), (1, 2)]);
        assert_eq!(planned_counts(&plan(CircleSource::HeaderNone, true), "2026-12-01", &covers), [(1, 3), (2, 2)]);
    }

    #[test]
    fn planned_slots_follow_weekday_or_holiday() {
        assert_eq!(planned_counts(&plan(CircleSource::Manual, false), "2026-12-04", &[]), [(0, 4), (0, 2)]);
        assert_eq!(planned_counts(&plan(CircleSource::Manual, false), "2026-12-06", &[]), [], "nothing on Sundays");
        assert_eq!(planned_counts(&plan(CircleSource::Manual, false), "2026-11-23", &[]), [(0, 8), (0, 8)]);
    }

    #[test]
    fn filled_circles_never_exceed_planned_slots() {
        let covers: Vec<_> = (1..=8).map(|item| covered_seat(item, "20:00", "21:00")).collect();
        assert_eq!(planned_counts(&plan(CircleSource::Manual, false), "2026-12-01", &covers), [(0, 3), (2, 2)]);
        assert_eq!(
            planned_counts(&plan(CircleSource::Inventory, false), "2026-12-01", &covers),
            [(8, 8)],
            "all seats, all evening"
        );
    }

    #[test]
    fn meal_without_setting_has_no_circles() {
        let plan = CirclePlan { settings: Vec::new(), ..plan(CircleSource::Manual, false) };
        assert!(planned_counts(&plan, "2026-12-01", &[covered_seat(1, "18:00", "20:00")]).is_empty());
    }
}
