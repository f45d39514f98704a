//! Staff's form of a slot and its validation (owner §5): pure.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Timelike, Utc};

use crate::ids::{CourseId, CustomerGroupId, OnlineStockId};
use crate::restaurants::model::Operation;
use crate::zone::Zone;

/// Step of times in minutes.
pub const STEP_MINUTES: i32 = 5;
/// Maximum number of days ahead for a new slot.
pub const DAYS_AHEAD: i64 = 3 * 366;
const TITLE_LENGTH: usize = 100;

/// Reasons to reject a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotFormError {
    DateInvalid,
    DatePast,
    SeatsMissing,
    SeatsUnknown,
    GuestsMissing,
    /// The maximum number of guests for the seats.
    GuestsOutOfRange(i32),
    TimeMissing,
    TimeInvalid,
    CourseMissing,
    CourseUnknown,
    AccessInvalid,
    TitleTooLong,
    StocksMissing,
    GoldRoundMissing,
    GoldRoundUnknown,
    GoldTimeInvalid,
}

impl SlotFormError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::DateInvalid => "date_invalid",
            Self::DatePast => "slot_date_past",
            Self::SeatsMissing => "slot_seats_missing",
            Self::SeatsUnknown => "slot_seats_unknown",
            Self::GuestsMissing => "slot_guests_missing",
            Self::GuestsOutOfRange(_) => "slot_guests_out_of_range",
            Self::TimeMissing => "slot_time_missing",
            Self::TimeInvalid => "slot_time_invalid",
            Self::CourseMissing => "slot_course_missing",
            Self::CourseUnknown => "slot_course_unknown",
            Self::AccessInvalid => "slot_access_invalid",
            Self::TitleTooLong => "slot_title_too_long",
            Self::StocksMissing => "slot_stocks_missing",
            Self::GoldRoundMissing => "slot_gold_round_missing",
            Self::GoldRoundUnknown => "slot_gold_round_unknown",
            Self::GoldTimeInvalid => "slot_gold_time_invalid",
        }
    }
}

/// Start and end of a stay as entered: `HH:mm`, or empty if nothing was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeRow {
    pub start_time: String,
    pub end_time: String,
}

/// Start and end of a stay in minutes of the slot's day; an end after midnight exceeds 24 hours.
pub type SlotTimes = (i32, i32);

/// Target of a row of the seat matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessRowKind {
    Item(String),
    /// The nth of the chosen items (gaps G055b).
    Nth(usize),
    Stock(OnlineStockId),
}

/// A row of the seat matrix as submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessRow {
    pub row: AccessRowKind,
    pub access_control: String,
    pub groups: Vec<CustomerGroupId>,
}

/// Access control of a stock: only the listed groups may book it, or all other groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StockAccess {
    pub is_whitelist: bool,
    pub groups: BTreeSet<CustomerGroupId>,
}

impl StockAccess {
    pub const fn access_control(&self) -> &'static str {
        if self.is_whitelist { "whitelist" } else { "blacklist" }
    }

    /// Validates access control: a whitelist names one or more groups, and all groups are the restaurant's (gaps G055).
    pub fn parse(row: &AccessRow, known: &HashSet<CustomerGroupId>) -> Result<Self, SlotFormError> {
        let is_whitelist = match row.access_control.as_str() {
            "whitelist" => true,
            "blacklist" => false,
            _ => return Err(SlotFormError::AccessInvalid),
        };
        let groups: BTreeSet<_> = row.groups.iter().copied().collect();
        let is_valid = groups.iter().all(|group| known.contains(group)) && (!is_whitelist || !groups.is_empty());
        if is_valid { Ok(Self { is_whitelist, groups }) } else { Err(SlotFormError::AccessInvalid) }
    }
}

/// The part of the day for slots: from the first meal's opening to the last meal's end, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceHours {
    pub from: i32,
    pub till: i32,
}

impl ServiceHours {
    /// Returns the hours that cover all meals; None without a meal.
    pub fn covering(operations: &[Operation]) -> Option<Self> {
        let from = operations.iter().map(|operation| minutes_of(operation.opens_at)).min()?;
        let till = operations.iter().map(|operation| operation.closes_at.minutes()).max()?;
        Some(Self { from, till })
    }

    /// Whether a stay is in steps of five minutes, with the start before the last step, the end after the first, and the end after the
    /// start.
    const fn holds(self, (start, end): SlotTimes) -> bool {
        start % STEP_MINUTES == 0 && end % STEP_MINUTES == 0 && self.from <= start && start < end && end <= self.till
    }
}

fn minutes_of(time: NaiveTime) -> i32 {
    i32::try_from(time.hour() * 60 + time.minute()).unwrap_or_default()
}

/// Parses `HH:mm` to minutes of the day; hours may exceed 24, as in 25:30.
pub fn parse_clock(text: &str) -> Option<i32> {
    let (hours, minutes) = text.split_once(':')?;
    let is_plain = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let (hours, minutes): (i32, i32) =
        if is_plain(hours) && is_plain(minutes) { (hours.parse().ok()?, minutes.parse().ok()?) } else { return None };
    (hours < 48 && minutes < 60).then_some(hours * 60 + minutes)
}

/// Formats minutes of the day as `HH:mm`.
pub fn clock(minutes: i32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Returns the instants of a stay on a day.
pub fn instants(zone: Zone, date: NaiveDate, (start, end): SlotTimes) -> (DateTime<Utc>, DateTime<Utc>) {
    let at = |minutes: i32| {
        let midnight = date + Duration::days(i64::from(minutes / (24 * 60)));
        let time = NaiveTime::MIN + Duration::minutes(i64::from(minutes % (24 * 60)));
        zone.at(midnight, time)
    };
    (at(start), at(end))
}

/// Validates stays and sorts them. Stays that the slot has already (`kept`) may be outside today's hours.
pub fn stays(rows: &[TimeRow], window: ServiceHours, kept: &[SlotTimes]) -> Result<Vec<SlotTimes>, SlotFormError> {
    let is_blank = |row: &TimeRow| row.start_time.trim().is_empty() || row.end_time.trim().is_empty();
    if rows.is_empty() || rows.iter().any(is_blank) {
        return Err(SlotFormError::TimeMissing);
    }
    let parsed = rows.iter().map(|row| {
        let stay = parse_clock(row.start_time.trim()).zip(parse_clock(row.end_time.trim()));
        stay.filter(|stay| kept.contains(stay) || window.holds(*stay)).ok_or(SlotFormError::TimeInvalid)
    });
    let stays: BTreeSet<_> = parsed.collect::<Result<_, _>>()?;
    Ok(stays.into_iter().collect())
}

/// Validates party sizes, smallest first: one or more, each within the capacity of the seats.
pub fn party_sizes(counts: &[i32], most: i32) -> Result<Vec<i32>, SlotFormError> {
    let sizes: BTreeSet<_> = counts.iter().copied().collect();
    match (sizes.first(), sizes.last()) {
        (Some(least), Some(largest)) if 1 <= *least && *largest <= most => Ok(sizes.into_iter().collect()),
        (None, _) => Err(SlotFormError::GuestsMissing),
        _ => Err(SlotFormError::GuestsOutOfRange(most)),
    }
}

/// Validates courses and removes duplicates.
pub fn courses(ids: &[CourseId]) -> Result<Vec<CourseId>, SlotFormError> {
    let ids: BTreeSet<_> = ids.iter().copied().collect();
    if ids.is_empty() { Err(SlotFormError::CourseMissing) } else { Ok(ids.into_iter().collect()) }
}

/// Checks the day of a new slot: today or later, and not too far ahead.
pub fn check_date(date: NaiveDate, today: NaiveDate) -> Result<(), SlotFormError> {
    match (date - today).num_days() {
        ..0 => Err(SlotFormError::DatePast),
        0..=DAYS_AHEAD => Ok(()),
        _ => Err(SlotFormError::DateInvalid),
    }
}

/// Returns the restaurant's title for the slot; None for a blank one.
pub fn title(text: &str) -> Result<Option<String>, SlotFormError> {
    let text = text.trim();
    if text.chars().count() > TITLE_LENGTH {
        return Err(SlotFormError::TitleTooLong);
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: ServiceHours = ServiceHours { from: 11 * 60, till: 23 * 60 };

    fn row(start: &str, end: &str) -> TimeRow {
        TimeRow { start_time: start.into(), end_time: end.into() }
    }

    #[test]
    fn times_are_stepped_within_day_and_ordered() {
        let one = |start: &str, end: &str| stays(&[row(start, end)], WINDOW, &[]);
        assert_eq!(one("18:00", "20:05"), Ok(vec![(1080, 1205)]));
        assert_eq!(one("11:00", "23:00"), Ok(vec![(660, 1380)]));
        for (start, end) in [("18:03", "20:00"), ("18:00", "20:01"), ("10:55", "12:00"), ("22:00", "23:05")] {
            assert_eq!(one(start, end), Err(SlotFormError::TimeInvalid), "{start} {end}");
        }
        for (start, end) in
            [("20:00", "18:00"), ("18:00", "18:00"), ("6pm", "20:00"), ("18:60", "20:00"), ("+8:00", "9:00")]
        {
            assert_eq!(one(start, end), Err(SlotFormError::TimeInvalid), "{start} {end}");
        }
        assert_eq!(one("18:00", ""), Err(SlotFormError::TimeMissing));
        assert_eq!(one(" ", "20:00"), Err(SlotFormError::TimeMissing));
        assert_eq!(stays(&[], WINDOW, &[]), Err(SlotFormError::TimeMissing));
    }

    #[test]
    fn times_are_sorted_and_existing_ones_need_not_fit() {
        let rows = [row("19:00", "21:00"), row("18:00", "20:00"), row("19:00", "21:00"), row("23:30", "25:30")];
        assert_eq!(stays(&rows, WINDOW, &[(1410, 1530)]), Ok(vec![(1080, 1200), (1140, 1260), (1410, 1530)]));
        assert_eq!(clock(1530), "25:30");
    }

    #[test]
    fn parties_fit_the_seats() {
        assert_eq!(party_sizes(&[4, 2, 2], 4), Ok(vec![2, 4]));
        assert_eq!(party_sizes(&[], 4), Err(SlotFormError::GuestsMissing));
        assert_eq!(party_sizes(&[1, 5], 4), Err(SlotFormError::GuestsOutOfRange(4)));
        assert_eq!(party_sizes(&[0], 4), Err(SlotFormError::GuestsOutOfRange(4)));
    }

    #[test]
    fn whitelist_needs_known_groups() {
        let known = HashSet::from([CustomerGroupId(1), CustomerGroupId(2)]);
        let parse = |access: &str, groups: &[i64]| {
            let groups = groups.iter().map(|id| CustomerGroupId(*id)).collect();
            StockAccess::parse(&AccessRow { row: AccessRowKind::Nth(0), access_control: access.into(), groups }, &known)
        };
        assert!(parse("whitelist", &[1]).is_ok_and(|access| access.is_whitelist));
        assert_eq!(parse("blacklist", &[]), Ok(StockAccess::default()));
        for (access, groups) in
            [("whitelist", &[][..]), ("whitelist", &[3]), ("blacklist", &[1, 3]), ("greylist", &[1])]
        {
            assert_eq!(parse(access, groups), Err(SlotFormError::AccessInvalid), "{access} {groups:?}");
        }
    }

    #[test]
    fn slot_date_is_limited_to_future() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(check_date(day("2026-12-01"), day("2026-12-01")), Ok(()));
        assert_eq!(check_date(day("2026-11-30"), day("2026-12-01")), Err(SlotFormError::DatePast));
        assert_eq!(check_date(day("2036-12-01"), day("2026-12-01")), Err(SlotFormError::DateInvalid));
    }

    #[test]
    fn a_stay_past_midnight_ends_on_the_next_day() {
        let (start, end) = instants(Zone::default(), "2026-12-01".parse().unwrap(), (23 * 60, 25 * 60));
        assert_eq!(start.to_rfc3339(), "2026-12-01T14:00:00+00:00");
        assert_eq!(end.to_rfc3339(), "2026-12-01T16:00:00+00:00");
    }
}
