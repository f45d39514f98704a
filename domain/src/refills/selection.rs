//! The days that an admin asks to fill (admin §3, §5): pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::day::Day;
use super::error::Fault;
use super::schedule::Schedule;
use crate::inventory::slot_form::{self, check_date};
use crate::zone::parse_day;

/// The days of a stock refillment selection; none is past, and none twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// From and till. The schedule says which of them.
    Range(NaiveDate, NaiveDate),
    /// Whatever the schedule says.
    Custom(BTreeSet<NaiveDate>),
}

/// A selection as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Sent<'a> {
    pub selection_type: &'a str,
    pub date_from: &'a str,
    pub date_till: &'a str,
    pub custom_dates: &'a [String],
}

impl Selection {
    /// # Errors
    /// Neither a range nor custom days; one of the range's ends is missing, or they are the wrong way round; no day; a day
    /// that is past, too far ahead, or none.
    pub fn parse(sent: &Sent<'_>, today: NaiveDate) -> Result<Self, Fault> {
        match sent.selection_type {
            "range" => {
                let day = |text: &str| match text.trim() {
                    "" => Err(Fault::PeriodMissing),
                    text => parse_day(text).ok_or(Fault::DateInvalid),
                };
                Self::range(day(sent.date_from)?, day(sent.date_till)?, today)
            }
            "custom" => {
                let dates = sent.custom_dates.iter().map(|text| parse_day(text.trim()).ok_or(Fault::DateInvalid));
                let dates: BTreeSet<_> = dates.collect::<Result<_, _>>()?;
                for date in &dates {
                    checked(*date, today)?;
                }
                if dates.is_empty() { Err(Fault::DatesMissing) } else { Ok(Self::Custom(dates)) }
            }
            _ => Err(Fault::SelectionUnknown),
        }
    }

    /// # Errors
    /// As `parse`.
    pub fn range(from: NaiveDate, till: NaiveDate, today: NaiveDate) -> Result<Self, Fault> {
        checked(from, today)?;
        checked(till, today)?;
        if till < from { Err(Fault::PeriodInvalid) } else { Ok(Self::Range(from, till)) }
    }

    /// Its days in order, and which of them a schedule skips.
    pub fn days(&self, schedule: Schedule) -> Vec<Day> {
        match self {
            Self::Range(from, till) => {
                let days = from.iter_days().take_while(|date| date <= till);
                days.map(|date| Day { date, skipped: schedule.skips(date) }).collect()
            }
            Self::Custom(dates) => dates.iter().map(|date| Day { date: *date, skipped: None }).collect(),
        }
    }
}

fn checked(date: NaiveDate, today: NaiveDate) -> Result<(), Fault> {
    check_date(date, today).map_err(|fault| match fault {
        slot_form::Fault::DatePast => Fault::DatePast,
        _ => Fault::DateInvalid,
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

    fn parse(sent: &Sent<'_>) -> Result<Selection, Fault> {
        Selection::parse(sent, day("2026-12-01"))
    }

    #[test]
    fn a_range_needs_both_ends_in_order_from_today_on() {
        let range =
            |date_from, date_till| parse(&Sent { selection_type: "range", date_from, date_till, ..Sent::default() });
        assert_eq!(range("2026-12-01", "2026-12-03"), Ok(Selection::Range(day("2026-12-01"), day("2026-12-03"))));
        for (from, till, fault) in [
            ("", "2026-12-03", Fault::PeriodMissing),
            ("2026-12-03", " ", Fault::PeriodMissing),
            ("2026-12-03", "2026-12-02", Fault::PeriodInvalid),
            ("2026-11-30", "2026-12-02", Fault::DatePast),
            ("2026-12-01", "2036-12-02", Fault::DateInvalid),
            ("2026-12-32", "2026-12-02", Fault::DateInvalid),
        ] {
            assert_eq!(range(from, till), Err(fault), "{from} {till}");
        }
    }

    #[test]
    fn custom_days_are_kept_once() {
        let custom = |dates: &[&str]| {
            let custom_dates: Vec<_> = dates.iter().map(|date| (*date).to_owned()).collect();
            parse(&Sent { selection_type: "custom", custom_dates: &custom_dates, ..Sent::default() })
        };
        let two = BTreeSet::from([day("2026-12-05"), day("2026-12-09")]);
        assert_eq!(custom(&["2026-12-09", "2026-12-05", "2026-12-09"]), Ok(Selection::Custom(two)));
        assert_eq!(custom(&[]), Err(Fault::DatesMissing));
        assert_eq!(custom(&["2026-12-09", "2026-11-30"]), Err(Fault::DatePast));
        assert_eq!(custom(&["soon"]), Err(Fault::DateInvalid));
        assert_eq!(parse(&Sent { selection_type: "all", ..Sent::default() }), Err(Fault::SelectionUnknown));
    }

    proptest! {
        #[test]
        fn a_range_has_each_of_its_days_and_custom_days_ask_no_schedule(first in 0_i64..400, length in 0_i64..200, weekdays: [bool; 7]) {
            let from = day("2026-12-01") + Duration::days(first);
            let till = from + Duration::days(length);
            let schedule = Schedule { weekdays, ..Schedule::default() };
            let days = Selection::Range(from, till).days(schedule);
            prop_assert_eq!(days.len(), usize::try_from(length + 1).unwrap());
            prop_assert!(days.iter().all(|day| day.skipped == schedule.skips(day.date)));
            let custom = Selection::Custom(days.iter().map(|day| day.date).collect()).days(schedule);
            prop_assert!(custom.iter().zip(&days).all(|(own, day)| own.date == day.date && own.skipped.is_none()));
        }
    }
}
