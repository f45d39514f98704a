//! A restaurant's time zone: the only place that converts instants to business days and back.

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

use crate::text_enum::stored_text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

impl Default for Zone {
    fn default() -> Self {
        Self(chrono_tz::Asia::Tokyo)
    }
}

stored_text!(Zone of "restaurants.time_zone");

/// A time of a business day, in minutes from its midnight. An hour after midnight belongs to the evening: 25:30 is half past one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BusinessTime(i32);

impl BusinessTime {
    /// The latest end of a business day.
    pub const LATEST: Self = Self(29 * 60);

    pub const fn of_minutes(minutes: i32) -> Self {
        Self(minutes)
    }

    pub const fn minutes(self) -> i32 {
        self.0
    }

    /// Parses `HH:mm` up to 29:00.
    pub fn parse(text: &str) -> Option<Self> {
        let (hours, minutes) = text.split_once(':')?;
        let number = |part: &str| match part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()) {
            true => part.parse::<i32>().ok(),
            false => None,
        };
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        let time = Self(hours * 60 + minutes);
        (minutes < 60 && time <= Self::LATEST).then_some(time)
    }
}

impl From<NaiveTime> for BusinessTime {
    fn from(time: NaiveTime) -> Self {
        Self(i32::try_from(time.num_seconds_from_midnight() / 60).unwrap_or_default())
    }
}

impl std::fmt::Display for BusinessTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl Zone {
    /// Returns the zone of that name in the time zone database.
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    pub const fn tz(self) -> Tz {
        self.0
    }

    pub fn date_of(self, instant: DateTime<Utc>) -> NaiveDate {
        instant.with_timezone(&self.0).date_naive()
    }

    /// Returns the earliest business day that can continue at an instant: before 29:00 the day before.
    pub fn earliest_open_day(self, instant: DateTime<Utc>) -> NaiveDate {
        let date = self.date_of(instant);
        let before = date - Duration::days(1);
        if instant < self.at_time(before, BusinessTime::LATEST) { before } else { date }
    }

    pub fn time_of(self, instant: DateTime<Utc>) -> NaiveTime {
        instant.with_timezone(&self.0).time()
    }

    /// Returns the instant of a wall-clock time: the earlier one when clocks go back, one hour later for a skipped time.
    pub fn at(self, date: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
        let wall = date.and_time(time);
        let local = self.0.from_local_datetime(&wall).earliest();
        let local = local.or_else(|| self.0.from_local_datetime(&(wall + Duration::hours(1))).earliest());
        local.map_or_else(|| wall.and_utc(), |at| at.with_timezone(&Utc))
    }

    /// Returns the instant of a time of a business day.
    pub fn at_time(self, day: NaiveDate, time: BusinessTime) -> DateTime<Utc> {
        let (days, minutes) = (time.0.div_euclid(24 * 60), time.0.rem_euclid(24 * 60));
        self.at(day + Duration::days(days.into()), NaiveTime::MIN + Duration::minutes(minutes.into()))
    }

    pub fn midnight_after(self, instant: DateTime<Utc>) -> DateTime<Utc> {
        self.at(self.date_of(instant) + Duration::days(1), NaiveTime::MIN)
    }

    /// Parses an instant of a field: ISO 8601, or date and time in the zone without an offset. Hours to the minute may be up to 29:00 of a
    /// business day.
    pub fn parse(self, text: &str) -> Option<DateTime<Utc>> {
        let text = text.trim();
        if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
            return Some(instant.with_timezone(&Utc));
        }
        let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S"];
        match formats.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok()) {
            Some(wall) => Some(self.at(wall.date(), wall.time())),
            None => {
                let (day, time) = text.split_once(['T', ' '])?;
                Some(self.at_time(parse_day(day)?, BusinessTime::parse(time)?))
            }
        }
    }

    /// Formats an instant in ISO 8601 with the zone's offset, to the second.
    pub fn iso(self, instant: DateTime<Utc>) -> String {
        instant.with_timezone(&self.0).format("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }

    /// Formats `HH:mm`; an end after midnight exceeds 24, as in 25:30.
    pub fn clock_time(self, day: NaiveDate, instant: DateTime<Utc>) -> String {
        let local = instant.with_timezone(&self.0);
        let hours = (local.date_naive() - day).num_days() * 24 + i64::from(local.hour());
        format!("{hours:02}:{:02}", local.minute())
    }

    /// Formats `YYYY年MM月DD日 HH:mm`.
    pub fn japanese(self, instant: DateTime<Utc>) -> String {
        instant.with_timezone(&self.0).format("%Y年%m月%d日 %H:%M").to_string()
    }
}

/// Parses a day of an address or a form, `YYYY-MM-DD`. None for a day outside the range that calendars show, with which neither this
/// program nor the database could compute.
pub fn parse_day(text: &str) -> Option<NaiveDate> {
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (text.len() == 10 && (2000..2200).contains(&date.year())).then_some(date)
}

/// A calendar month, `YYYY-MM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct YearMonth {
    first: NaiveDate,
}

impl YearMonth {
    pub fn containing(date: NaiveDate) -> Self {
        Self { first: date.with_day(1).unwrap_or(date) }
    }

    /// Parses `YYYY-MM`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2)?;
        let is_digits = text.bytes().filter(u8::is_ascii_digit).count() == 6;
        is_digits.then(|| NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, 1))?.map(Self::containing)
    }

    pub fn first_day(self) -> NaiveDate {
        self.first
    }

    pub fn next(self) -> Self {
        Self::containing(self.first + Duration::days(32))
    }

    pub fn last_day(self) -> NaiveDate {
        self.next().first - Duration::days(1)
    }
}

impl std::fmt::Display for YearMonth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.first.format("%Y-%m").fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn evening_can_continue_until_five_in_the_morning() {
        let day = |text: &str| Zone::default().earliest_open_day(instant(text)).to_string();
        assert_eq!(day("2026-12-01T14:59:59Z"), "2026-12-01", "before midnight");
        assert_eq!(day("2026-12-01T19:59:59Z"), "2026-12-01");
        assert_eq!(day("2026-12-01T20:00:00Z"), "2026-12-02");
    }

    #[test]
    fn field_without_offset_uses_zone() {
        let zone = Zone::default();
        let ten = Some(instant("2026-12-01T01:00:00Z"));
        for text in ["2026-12-01T10:00", " 2026-12-01 10:00", "2026-12-01T10:00:00+09:00", "2026-12-01T01:00:00Z"] {
            assert_eq!(zone.parse(text), ten, "{text}");
        }
        assert_eq!(zone.parse("tomorrow"), None);
    }

    #[test]
    fn hours_past_midnight_belong_to_the_evening() {
        let zone = Zone::default();
        for (text, same) in [
            ("2026-12-01T24:00", "2026-12-02T00:00"),
            ("2026-12-01 25:30", "2026-12-02T01:30"),
            ("2026-12-01T29:00", "2026-12-02T05:00"),
        ] {
            assert_eq!(zone.parse(text), zone.parse(same), "{text}");
        }
        for text in ["2026-12-01T29:05", "2026-12-01T24:60", "2026-12-01T4:00x", "2026-12-01T+9:00", "2026-13-01T25:00"]
        {
            assert_eq!(zone.parse(text), None, "{text}");
        }
        let time = BusinessTime::parse("25:30").unwrap();
        assert_eq!(zone.at_time("2026-12-01".parse().unwrap(), time), zone.parse("2026-12-02T01:30").unwrap());
        assert_eq!((time.to_string(), BusinessTime::parse("09:05").unwrap().minutes()), ("25:30".to_owned(), 545));
    }

    #[test]
    fn the_business_day_is_the_restaurants() {
        let tokyo = Zone::named("Asia/Tokyo").unwrap();
        assert_eq!(tokyo.date_of(instant("2026-11-21T15:00:00Z")).to_string(), "2026-11-22");
        assert_eq!(tokyo.iso(instant("2026-11-21T14:30:00Z")), "2026-11-21T23:30:00+09:00");
        assert_eq!(tokyo.japanese(instant("2026-11-21T14:30:00Z")), "2026年11月21日 23:30");
        assert_eq!(Zone::named("nowhere"), None);
    }

    #[test]
    fn end_after_midnight_exceeds_24_hours() {
        let day = "2026-11-21".parse().unwrap();
        assert_eq!(Zone::default().clock_time(day, instant("2026-11-21T16:30:00Z")), "25:30");
    }

    #[test]
    fn skipped_hour_becomes_next_existing_one() {
        let zone = Zone::named("America/New_York").unwrap();
        let at = zone.at("2026-03-08".parse().unwrap(), NaiveTime::from_hms_opt(2, 30, 0).unwrap());
        assert_eq!(at, instant("2026-03-08T07:30:00Z"));
    }

    #[test]
    fn months_are_parsed_strictly() {
        assert_eq!(YearMonth::parse("2026-12").unwrap().last_day().to_string(), "2026-12-31");
        for bad in ["2026-13", "2026-1", "26-01", "2026/01", "", "2026-12-01"] {
            assert_eq!(YearMonth::parse(bad), None, "{bad}");
        }
    }
}
