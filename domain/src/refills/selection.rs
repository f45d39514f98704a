//! The days that an admin selects to fill (admin §3, §5): pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::day::PlannedDay;
use super::error::RefillFormError;
use super::schedule::WeeklySchedule;
use crate::holidays::Holidays;
use crate::inventory::slot_form::{self, check_date};
use crate::zone::parse_day;

/// The days of a stock refillment selection, without past days and duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DaySelection {
    /// First and last day. The schedule decides which days are filled.
    Range(NaiveDate, NaiveDate),
    /// Single days, regardless of the schedule.
    Custom(BTreeSet<NaiveDate>),
}

/// A selection as submitted.
#[derive(Clone, Debug, Default)]
pub struct SelectionForm<'a> {
    pub selection_type: &'a str,
    pub date_from: &'a str,
    pub date_till: &'a str,
    pub custom_dates: &'a [String],
}

impl DaySelection {
    /// # Errors
    /// Neither a range nor custom days; an end of the range is missing, or its ends are in the wrong order; no day; or a day is past, too
    /// far ahead or invalid.
    pub fn parse(sent: &SelectionForm<'_>, today: NaiveDate) -> Result<Self, RefillFormError> {
        match sent.selection_type {
            "range" => {
                let day = |text: &str| match text.trim() {
                    "" => Err(RefillFormError::PeriodMissing),
                    text => parse_day(text).ok_or(RefillFormError::DateInvalid),
                };
                Self::range(day(sent.date_from)?, day(sent.date_till)?, today)
            }
            "custom" => {
                let dates =
                    sent.custom_dates.iter().map(|text| parse_day(text.trim()).ok_or(RefillFormError::DateInvalid));
                let dates: BTreeSet<_> = dates.collect::<Result<_, _>>()?;
                for date in &dates {
                    check_not_past(*date, today)?;
                }
                if dates.is_empty() { Err(RefillFormError::DatesMissing) } else { Ok(Self::Custom(dates)) }
            }
            _ => Err(RefillFormError::SelectionUnknown),
        }
    }

    /// # Errors
    /// As `parse`.
    pub fn range(from: NaiveDate, till: NaiveDate, today: NaiveDate) -> Result<Self, RefillFormError> {
        check_not_past(from, today)?;
        check_not_past(till, today)?;
        if till < from { Err(RefillFormError::PeriodInvalid) } else { Ok(Self::Range(from, till)) }
    }

    /// Returns its days in order, with the ones that the schedule skips.
    pub fn days(&self, schedule: WeeklySchedule, holidays: &Holidays) -> Vec<PlannedDay> {
        match self {
            Self::Range(from, till) => {
                let days = from.iter_days().take_while(|date| date <= till);
                days.map(|date| PlannedDay { date, skipped: schedule.skips(date, holidays) }).collect()
            }
            Self::Custom(dates) => dates.iter().map(|date| PlannedDay { date: *date, skipped: None }).collect(),
        }
    }
}

fn check_not_past(date: NaiveDate, today: NaiveDate) -> Result<(), RefillFormError> {
    check_date(date, today).map_err(|fault| match fault {
        slot_form::SlotFormError::DatePast => RefillFormError::DatePast,
        _ => RefillFormError::DateInvalid,
    })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn parse(sent: &SelectionForm<'_>) -> Result<DaySelection, RefillFormError> {
        DaySelection::parse(sent, day("2026-12-01"))
    }

    #[test]
    fn a_range_needs_both_ends_in_order_from_today_on() {
        let range = |date_from, date_till| {
            parse(&SelectionForm { selection_type: "range", date_from, date_till, ..SelectionForm::default() })
        };
        assert_eq!(range("2026-12-01", "2026-12-03"), Ok(DaySelection::Range(day("2026-12-01"), day("2026-12-03"))));
        for (from, till, fault) in [
            ("", "2026-12-03", RefillFormError::PeriodMissing),
            ("2026-12-03", " ", RefillFormError::PeriodMissing),
            ("2026-12-03", "2026-12-02", RefillFormError::PeriodInvalid),
            ("2026-11-30", "2026-12-02", RefillFormError::DatePast),
            ("2026-12-01", "2036-12-02", RefillFormError::DateInvalid),
            ("2026-12-32", "2026-12-02", RefillFormError::DateInvalid),
        ] {
            assert_eq!(range(from, till), Err(fault), "{from} {till}");
        }
    }

    #[test]
    fn custom_days_are_kept_once() {
        let custom = |dates: &[&str]| {
            let custom_dates: Vec<_> = dates.iter().map(|date| (*date).to_owned()).collect();
            parse(&SelectionForm { selection_type: "custom", custom_dates: &custom_dates, ..SelectionForm::default() })
        };
        let two = BTreeSet::from([day("2026-12-05"), day("2026-12-09")]);
        assert_eq!(custom(&["2026-12-09", "2026-12-05", "2026-12-09"]), Ok(DaySelection::Custom(two)));
        assert_eq!(custom(&[]), Err(RefillFormError::DatesMissing));
        assert_eq!(custom(&["2026-12-09", "2026-11-30"]), Err(RefillFormError::DatePast));
        assert_eq!(custom(&["soon"]), Err(RefillFormError::DateInvalid));
        assert_eq!(
            parse(&SelectionForm { selection_type: "all", ..SelectionForm::default() }),
            Err(RefillFormError::SelectionUnknown)
        );
    }

    proptest! {
        #[test]
        fn range_has_all_days_and_custom_days_ignore_schedule(first in 0_i64..400, length in 0_i64..200, weekdays: [bool; 7]) {
            let from = day("2026-12-01") + Duration::days(first);
            let till = from + Duration::days(length);
            let schedule = WeeklySchedule { weekdays, ..WeeklySchedule::default() };
            let days = DaySelection::Range(from, till).days(schedule, &Holidays::default());
            prop_assert_eq!(days.len(), usize::try_from(length + 1).unwrap());
            prop_assert!(days.iter().all(|day| day.skipped == schedule.skips(day.date, &Holidays::default())));
            let custom = DaySelection::Custom(days.iter().map(|day| day.date).collect()).days(schedule, &Holidays::default());
            prop_assert!(custom.iter().zip(&days).all(|(own, day)| own.date == day.date && own.skipped.is_none()));
        }
    }
}
