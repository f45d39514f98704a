//! The days that a template's schedule fills: pure (gaps G106).

use chrono::{Datelike, NaiveDate};

use super::day::SkipReason;
use super::error::RefillFormError;
use crate::holidays::Holidays;

/// The weekdays of a template, and its rules for national holidays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeeklySchedule {
    /// From Monday to Sunday.
    pub weekdays: [bool; 7],
    /// Skips a selected weekday that is a holiday.
    pub skip_jp_holidays: bool,
    /// Fills a holiday even if its weekday is not selected.
    pub fill_jp_holidays: bool,
}

impl WeeklySchedule {
    /// # Errors
    /// Both rules for holidays are set.
    pub const fn validate(self) -> Result<Self, RefillFormError> {
        if self.skip_jp_holidays && self.fill_jp_holidays { Err(RefillFormError::HolidaysContradict) } else { Ok(self) }
    }

    /// Returns the reason to skip a day; None if it is filled.
    pub fn skips(self, date: NaiveDate, holidays: &Holidays) -> Option<SkipReason> {
        let is_flagged = usize::try_from(date.weekday().num_days_from_monday()).is_ok_and(|day| self.weekdays[day]);
        match (is_flagged, holidays.is_holiday(date)) {
            (true, true) if self.skip_jp_holidays => Some(SkipReason::Holiday),
            (false, true) if self.fill_jp_holidays => None,
            (true, _) => None,
            (false, _) => Some(SkipReason::NotFlagged),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{Duration, Weekday};
    use proptest::prelude::*;

    use super::*;

    fn any_schedule() -> impl Strategy<Value = WeeklySchedule> {
        let holidays = prop_oneof![Just((false, false)), Just((true, false)), Just((false, true))];
        (any::<[bool; 7]>(), holidays).prop_map(|(weekdays, (skip_jp_holidays, fill_jp_holidays))| WeeklySchedule {
            weekdays,
            skip_jp_holidays,
            fill_jp_holidays,
        })
    }

    fn is_a_holiday(date: NaiveDate) -> bool {
        Holidays::default().is_holiday(date)
    }

    fn any_day() -> impl Strategy<Value = NaiveDate> {
        (0_i64..4000).prop_map(|days| NaiveDate::from_ymd_opt(2024, 1, 1).unwrap() + Duration::days(days))
    }

    fn any_holiday() -> impl Strategy<Value = NaiveDate> {
        let days = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap().iter_days().take(4000);
        prop::sample::select(days.filter(|day| is_a_holiday(*day)).collect::<Vec<_>>())
    }

    proptest! {
        #[test]
        fn ordinary_day_follows_weekday_flags(schedule in any_schedule(), date in any_day()) {
            prop_assume!(!is_a_holiday(date));
            let index = date.weekday().num_days_from_monday() as usize;
            prop_assert_eq!(schedule.skips(date, &Holidays::default()).is_none(), schedule.weekdays[index]);
        }

        #[test]
        fn holiday_rule_affects_only_holidays(schedule in any_schedule(), date in prop_oneof![any_day(), any_holiday()]) {
            let plain = WeeklySchedule { skip_jp_holidays: false, fill_jp_holidays: false, ..schedule };
            if schedule.skips(date, &Holidays::default()) != plain.skips(date, &Holidays::default()) {
                prop_assert!(is_a_holiday(date));
                prop_assert_eq!(schedule.skips(date, &Holidays::default()).is_none(), schedule.fill_jp_holidays);
            }
        }

        #[test]
        fn skip_skips_and_fill_fills_every_holiday(schedule in any_schedule(), date in any_holiday()) {
            if schedule.skip_jp_holidays { prop_assert!(schedule.skips(date, &Holidays::default()).is_some()); }
            if schedule.fill_jp_holidays { prop_assert!(schedule.skips(date, &Holidays::default()).is_none()); }
        }

        #[test]
        fn a_year_has_as_many_days_as_its_flagged_weekdays(schedule in any_schedule(), first in any_day()) {
            let plain = WeeklySchedule { skip_jp_holidays: false, fill_jp_holidays: false, ..schedule };
            let filled = (0..364).filter(|day| plain.skips(first + Duration::days(*day), &Holidays::default()).is_none()).count();
            prop_assert_eq!(filled, 52 * plain.weekdays.iter().filter(|is_flagged| **is_flagged).count());
        }
    }

    #[test]
    fn both_rules_for_holidays_contradict_each_other() {
        let both = WeeklySchedule { skip_jp_holidays: true, fill_jp_holidays: true, ..WeeklySchedule::default() };
        assert_eq!(both.validate(), Err(RefillFormError::HolidaysContradict));
    }

    #[test]
    fn new_years_day_of_2027_is_a_friday() {
        let day = NaiveDate::from_ymd_opt(2027, 1, 1).unwrap();
        assert_eq!(day.weekday(), Weekday::Fri);
        let weekend = [false, false, false, false, false, true, true];
        let fill = WeeklySchedule { weekdays: weekend, fill_jp_holidays: true, ..WeeklySchedule::default() };
        assert_eq!(fill.skips(day, &Holidays::default()), None);
        assert_eq!(
            WeeklySchedule { fill_jp_holidays: false, ..fill }.skips(day, &Holidays::default()),
            Some(SkipReason::NotFlagged)
        );
        let skip = WeeklySchedule { weekdays: [true; 7], skip_jp_holidays: true, ..WeeklySchedule::default() };
        assert_eq!(skip.skips(day, &Holidays::default()), Some(SkipReason::Holiday));
    }
}
