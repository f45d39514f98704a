//! Validation of a template's selectors (admin §5): pure.

use std::collections::BTreeMap;

use chrono::NaiveTime;

use super::error::RefillFormError;
use super::model::GuestsCountOption;
use crate::ids::CourseId;
use crate::inventory::slot_form::{self, ServiceHours, TimeRow};

/// Validates party sizes and sorts them: one or more, without duplicates, within the capacity of the seats. Of two rows of one size, the
/// last one counts.
///
/// # Errors
/// No size, a size that the seats do not take, or a maximum below one party.
pub fn guests(rows: &[GuestsCountOption], most: i32) -> Result<Vec<GuestsCountOption>, RefillFormError> {
    let by_size: BTreeMap<_, _> = rows.iter().map(|row| (row.guests_count, *row)).collect();
    let counts: Vec<_> = by_size.keys().copied().collect();
    slot_form::party_sizes(&counts, most).map_err(|fault| match fault {
        slot_form::SlotFormError::GuestsMissing => RefillFormError::GuestsMissing,
        _ => RefillFormError::GuestsOutOfRange(most),
    })?;
    if by_size.values().any(|row| row.max_per_isg.is_some_and(|max| max < 1)) {
        return Err(RefillFormError::GuestsOutOfRange(most));
    }
    Ok(by_size.into_values().collect())
}

/// Validates stays, sorts them and removes duplicates.
///
/// # Errors
/// No stay, an incomplete stay, or one that is outside the restaurant's hours or ends before it starts.
pub fn times(rows: &[TimeRow], window: ServiceHours) -> Result<Vec<(NaiveTime, NaiveTime)>, RefillFormError> {
    let stays = slot_form::stays(rows, window, &[]).map_err(|fault| match fault {
        slot_form::SlotFormError::TimeMissing => RefillFormError::TimeMissing,
        _ => RefillFormError::TimeInvalid,
    })?;
    let time = |minutes: i32| {
        let minutes = u32::try_from(minutes).ok()?;
        NaiveTime::from_hms_opt(minutes / 60, minutes % 60, 0)
    };
    stays.into_iter().map(|(start, end)| time(start).zip(time(end)).ok_or(RefillFormError::TimeInvalid)).collect()
}

/// Validates courses with their maximum number of guests a day. Of two rows of one course, the last one counts.
///
/// # Errors
/// No course, or a maximum below one.
pub fn courses(rows: &[(CourseId, Option<i32>)]) -> Result<BTreeMap<CourseId, Option<i32>>, RefillFormError> {
    if rows.is_empty() {
        return Err(RefillFormError::CourseMissing);
    }
    if rows.iter().any(|(_, daily_max)| daily_max.is_some_and(|max| max < 1)) {
        return Err(RefillFormError::DailyMaxInvalid);
    }
    Ok(rows.iter().copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn party_sizes_are_sorted_kept_once_and_fit_the_seats() {
        let option = |guests_count, max_per_isg| GuestsCountOption { guests_count, max_per_isg };
        assert_eq!(
            guests(&[option(4, None), option(2, None), option(2, Some(1))], 4),
            Ok(vec![option(2, Some(1)), option(4, None)])
        );
        assert_eq!(guests(&[], 4), Err(RefillFormError::GuestsMissing));
        for wrong in [option(0, None), option(5, None), option(2, Some(0))] {
            assert_eq!(guests(&[wrong], 4), Err(RefillFormError::GuestsOutOfRange(4)), "{wrong:?}");
        }
    }

    #[test]
    fn times_are_sorted_kept_once_and_lie_in_the_restaurants_hours() {
        let row = |start: &str, end: &str| TimeRow { start_time: start.into(), end_time: end.into() };
        let window = ServiceHours { from: 11 * 60, till: 23 * 60 };
        let found = times(&[row("19:00", "21:00"), row("18:00", "20:00"), row("19:00", "21:00")], window).unwrap();
        assert_eq!(found.iter().map(|(start, _)| start.to_string()).collect::<Vec<_>>(), ["18:00:00", "19:00:00"]);
        assert_eq!(times(&[], window), Err(RefillFormError::TimeMissing));
        assert_eq!(times(&[row("18:00", "")], window), Err(RefillFormError::TimeMissing));
        for (start, end) in
            [("20:00", "18:00"), ("18:00", "18:00"), ("10:00", "12:00"), ("22:00", "23:30"), ("18:02", "20:00")]
        {
            assert_eq!(times(&[row(start, end)], window), Err(RefillFormError::TimeInvalid), "{start} {end}");
        }
    }

    #[test]
    fn daily_maximum_is_at_least_one() {
        let course = CourseId(7);
        assert_eq!(courses(&[(course, Some(1)), (course, None)]), Ok(BTreeMap::from([(course, None)])));
        assert_eq!(courses(&[]), Err(RefillFormError::CourseMissing));
        assert_eq!(courses(&[(course, Some(0))]), Err(RefillFormError::DailyMaxInvalid));
    }
}
