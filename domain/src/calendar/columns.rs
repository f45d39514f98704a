//! The columns of the daily calendar (owner §2 and §9): 30 or 15 minutes each, from the hours of the meals.

use crate::restaurants::model::{Operation, OperationName};
use crate::zone::BusinessTime;

/// Length of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnSpan {
    HalfHour,
    QuarterHour,
}

impl ColumnSpan {
    pub const fn for_setting(quarter_hour: bool) -> Self {
        if quarter_hour { Self::QuarterHour } else { Self::HalfHour }
    }

    pub const fn minutes(self) -> u32 {
        match self {
            Self::HalfHour => 30,
            Self::QuarterHour => 15,
        }
    }
}

/// A span of a meal or, without a meal, the divider between two meals. Minutes from midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub operation: Option<OperationName>,
    pub from: u32,
    pub till: u32,
}

impl Column {
    /// Returns a key that is unique within a day.
    pub fn key(&self) -> String {
        let prefix = if self.operation.is_some() { "" } else { "divider-" };
        format!("{prefix}{}", clock(self.from))
    }

    /// Returns the label above the column; None for a divider.
    pub fn label(&self) -> Option<String> {
        self.operation.map(|_| clock(self.from))
    }
}

/// Formats minutes from midnight as HH:mm, which may exceed 24:00.
pub fn clock(minutes: u32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Returns the columns of a day. If hours overlap, the column belongs to the meal that is first in `operations`. A divider separates two
/// meals.
pub fn columns(operations: &[Operation], span: ColumnSpan) -> Vec<Column> {
    let step = span.minutes();
    let hours: Vec<_> = operations.iter().map(|operation| (operation.name, hours(operation, step))).collect();
    let serving = |from: u32| hours.iter().find(|(_, (opens, closes))| (*opens..*closes).contains(&from));
    let mut columns: Vec<Column> = Vec::new();
    let last = hours.iter().map(|(_, (_, closes))| *closes).max().unwrap_or_default();
    for from in (0..last).step_by(step as usize) {
        let Some((name, _)) = serving(from) else { continue };
        if let Some(last) = columns.last().copied().filter(|last| last.operation != Some(*name) || last.till != from) {
            columns.push(Column { operation: None, from: last.till, till: from });
        }
        columns.push(Column { operation: Some(*name), from, till: from + step });
    }
    columns
}

/// Returns opening and closing, widened to whole columns.
fn hours(operation: &Operation, step: u32) -> (u32, u32) {
    let minutes = |time: BusinessTime| u32::try_from(time.minutes()).unwrap_or_default();
    (minutes(operation.opens_at.into()) / step * step, minutes(operation.closes_at).div_ceil(step) * step)
}

/// Returns the part of a stay that the columns can show, at least one column; None without columns.
pub fn widen_to_columns(columns: &[Column], from: u32, till: u32) -> Option<(u32, u32)> {
    let (first, last) = (columns.first()?, columns.last()?);
    let start = from.clamp(first.from, last.from);
    Some((start, till.clamp(start + (first.till - first.from), last.till.max(start + (first.till - first.from)))))
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;

    fn meal(name: OperationName, opens: &str, closes: &str) -> Operation {
        Operation {
            name,
            opens_at: opens.parse().unwrap(),
            closes_at: closes.parse::<NaiveTime>().unwrap().into(),
            default_stay_minutes: 120,
            cutoff_hours: 24,
        }
    }

    fn keys(columns: &[Column]) -> Vec<String> {
        columns.iter().map(Column::key).collect()
    }

    #[test]
    fn unlabelled_divider_separates_meals() {
        let meals =
            [meal(OperationName::Lunch, "11:30:00", "13:00:00"), meal(OperationName::Dinner, "17:00:00", "18:00:00")];
        let day = columns(&meals, ColumnSpan::HalfHour);
        assert_eq!(keys(&day), ["11:30", "12:00", "12:30", "divider-13:00", "17:00", "17:30"]);
        assert_eq!(day[3], Column { operation: None, from: 13 * 60, till: 17 * 60 });
        assert_eq!((day[3].label(), day[4].label()), (None, Some("17:00".into())));
        assert_eq!(day[5].operation, Some(OperationName::Dinner));
    }

    #[test]
    fn quarter_hour_columns_are_twice_as_many() {
        let meals = [meal(OperationName::Dinner, "17:00:00", "18:00:00")];
        assert_eq!(keys(&columns(&meals, ColumnSpan::QuarterHour)), ["17:00", "17:15", "17:30", "17:45"]);
    }

    #[test]
    fn hours_are_widened_to_whole_columns() {
        let meals = [meal(OperationName::Dinner, "17:10:00", "23:59:59")];
        let day = columns(&meals, ColumnSpan::HalfHour);
        assert_eq!((day[0].from, day.last().unwrap().till), (17 * 60, 24 * 60));
    }

    #[test]
    fn columns_continue_past_midnight() {
        let dinner = Operation {
            closes_at: BusinessTime::parse("25:30").unwrap(),
            ..meal(OperationName::Dinner, "23:00:00", "23:30:00")
        };
        assert_eq!(keys(&columns(&[dinner], ColumnSpan::HalfHour)), ["23:00", "23:30", "24:00", "24:30", "25:00"]);
    }

    #[test]
    fn touching_or_overlapping_hours_are_drawn_once() {
        let meals = [
            meal(OperationName::Lunch, "11:00:00", "12:00:00"),
            meal(OperationName::Dinner, "13:00:00", "14:00:00"),
            meal(OperationName::Takeaway, "10:30:00", "14:30:00"),
        ];
        let day = columns(&meals, ColumnSpan::HalfHour);
        let wanted = [
            "10:30",
            "divider-11:00",
            "11:00",
            "11:30",
            "divider-12:00",
            "12:00",
            "12:30",
            "divider-13:00",
            "13:00",
            "13:30",
            "divider-14:00",
            "14:00",
        ];
        assert_eq!(keys(&day), wanted);
        assert!(columns(&[], ColumnSpan::HalfHour).is_empty());
    }

    #[test]
    fn stay_outside_columns_is_shown_at_edge() {
        let day = columns(&[meal(OperationName::Dinner, "17:00:00", "22:00:00")], ColumnSpan::HalfHour);
        assert_eq!(widen_to_columns(&day, 18 * 60, 20 * 60), Some((18 * 60, 20 * 60)));
        assert_eq!(widen_to_columns(&day, 21 * 60, 25 * 60), Some((21 * 60, 22 * 60)));
        assert_eq!(widen_to_columns(&day, 9 * 60, 10 * 60), Some((17 * 60, 17 * 60 + 30)));
        assert_eq!(widen_to_columns(&day, 23 * 60, 24 * 60), Some((21 * 60 + 30, 22 * 60)));
        assert_eq!(widen_to_columns(&[], 0, 60), None);
    }
}
