//! Times of a schedule: a cron expression on the wall clock of a zone ([decision 0018](../../../docs/decisions/0018-cron-as-in-posix.md)).

use chrono::{DateTime, Datelike, Duration, NaiveDateTime, SubsecRound, TimeZone, Timelike, Utc};
use chrono_tz::Tz;
use croner::Cron;
use croner::parser::{CronParser, Seconds};
use thiserror::Error;

use crate::text_enum::text_enum;

/// A tick that is noticed later than this counts as missed.
const PUNCTUAL: Duration = Duration::minutes(5);
/// No change of clocks repeats or removes more than a day (Samoa, 2011).
const MAX_SHIFT: Duration = Duration::hours(24);
/// Limit of a search over the ticks within `MAX_SHIFT`: one a second.
const MAX_TICKS: usize = 2 * 24 * 3600 + 1;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimingError {
    #[error(
        "{0:?} is no cron expression: write minute, hour, day of the month, month and day of the week (0 to 7 or Sun to Sat; 0 and 7 are \
         Sunday, 1 is Monday); a day of the month and a day of the week together mean either"
    )]
    Expression(String),
    #[error("{0:?} is not a time zone; an example is Asia/Tokyo")]
    Zone(String),
}

text_enum! {
    /// Handling of missed ticks.
    pub enum Missed of "cron_schedules.missed" {
        /// Run once, however many were missed.
        Once = "once",
        /// Skip them.
        Skip = "skip",
    }
}

/// A cron expression and its zone.
#[derive(Clone, Debug)]
pub struct Timing {
    cron: Cron,
    zone: Tz,
    /// Whether the expression names its hours. A named time ticks once on each day, also when a change of clocks repeats or removes it.
    has_fixed_hours: bool,
    /// The expression without its days. None if its days of the week are restricted: then no day of the month is decisive.
    of_all_days: Option<Cron>,
}

/// Months in which an expression has no tick, because they lack its day of the month.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonthsWithoutTick {
    /// 1 to 12.
    pub months: Vec<u32>,
    /// February has the day in leap years only. It is not in `months`.
    pub is_leap_day: bool,
}

/// Action for a schedule at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickAction {
    Fire(DateTime<Utc>),
    LeaveOut(DateTime<Utc>),
    /// No tick is due yet.
    Wait,
}

impl Timing {
    /// Parses an expression of five fields (minute to day of the week), or of six with the seconds first, or of seven with the year last.
    ///
    /// # Errors
    /// The expression or the zone is invalid.
    pub fn parse(expression: &str, time_zone: &str) -> Result<Self, TimingError> {
        let zone = time_zone.parse().map_err(|_| TimingError::Zone(time_zone.to_owned()))?;
        let fields = with_seconds(expression);
        // Steps after a single value ("5/10") are no POSIX syntax, but stored expressions may have them.
        let parser = CronParser::builder().seconds(Seconds::Required).sloppy_ranges(true).build();
        let cron = parser.parse(&fields).map_err(|_| TimingError::Expression(expression.to_owned()))?;
        let fields: Vec<_> = fields.split(' ').collect();
        let has_fixed_hours = fields.get(2).is_some_and(|hours| !hours.starts_with('*'));
        let of_all_days = match fields[..] {
            [second, minute, hour, _, month, "*" | "?"] => {
                parser.parse(&format!("{second} {minute} {hour} * {month} *")).ok()
            }
            _ => None,
        };
        Ok(Self { cron, zone, has_fixed_hours, of_all_days })
    }

    /// Returns the months that lack the expression's days of the month.
    pub fn months_without_tick(&self) -> MonthsWithoutTick {
        let Some(of_all_days) = &self.of_all_days else { return MonthsWithoutTick::default() };
        let ticks_in = |cron: &Cron, year, month| {
            let first = Utc.with_ymd_and_hms(year, month, 1, 0, 0, 0).single();
            let tick = first.and_then(|first| cron.find_next_occurrence(&first, true).ok());
            tick.is_some_and(|tick| (tick.year(), tick.month()) == (year, month))
        };
        let lacks = |year, month| ticks_in(of_all_days, year, month) && !ticks_in(&self.cron, year, month);
        let is_leap_day = lacks(2027, 2) && !lacks(2028, 2);
        MonthsWithoutTick { months: (1..=12).filter(|month| lacks(2028, *month)).collect(), is_leap_day }
    }

    /// Returns the first tick after an instant; None if the expression has no future tick.
    pub fn next_after(&self, instant: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let local = instant.with_timezone(&self.zone);
        if !self.has_fixed_hours {
            return self.cron.find_next_occurrence(&local, false).ok().map(|tick| tick.to_utc());
        }
        let from = local.naive_local() - MAX_SHIFT;
        let walls = self.cron.iter_after(from.and_utc()).take(MAX_TICKS);
        walls.map(|wall| self.on_the_clock(wall.naive_utc())).find(|tick| *tick > instant)
    }

    /// Returns the last tick up to `now`.
    fn latest(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let now = now.trunc_subsecs(0);
        let local = now.with_timezone(&self.zone);
        if !self.has_fixed_hours {
            return self.cron.find_previous_occurrence(&local, true).ok().map(|tick| tick.to_utc());
        }
        let from = local.naive_local() + MAX_SHIFT;
        let walls = self.cron.iter_before(from.and_utc()).take(MAX_TICKS);
        walls.map(|wall| self.on_the_clock(wall.naive_utc())).find(|tick| *tick <= now)
    }

    /// Returns the instant of a wall-clock time: the first of two, and the end of the gap for a removed one.
    fn on_the_clock(&self, wall: NaiveDateTime) -> DateTime<Utc> {
        let whole_minute = wall.with_second(0).unwrap_or(wall);
        let later = (1..=MAX_SHIFT.num_minutes()).map(|minutes| whole_minute + Duration::minutes(minutes));
        let mut walls = std::iter::once(wall).chain(later);
        let tick = walls.find_map(|wall| self.zone.from_local_datetime(&wall).earliest());
        tick.map_or_else(|| wall.and_utc(), |tick| tick.to_utc())
    }

    /// Decides at `now` about a schedule whose next tick was `next`. Of several missed ticks, only the last one counts.
    pub fn turn(&self, missed: Missed, next: DateTime<Utc>, now: DateTime<Utc>) -> TickAction {
        match self.latest(now).filter(|tick| *tick >= next) {
            None => TickAction::Wait,
            Some(tick) if missed == Missed::Skip && now - tick > PUNCTUAL => TickAction::LeaveOut(tick),
            Some(tick) => TickAction::Fire(tick),
        }
    }
}

/// Returns the stored form: six fields.
pub(super) fn with_seconds(expression: &str) -> String {
    let fields: Vec<_> = expression.split_whitespace().collect();
    if fields.len() == 5 { format!("0 {}", fields.join(" ")) } else { fields.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIGHTLY: &str = "30 4 * * *";

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn nightly() -> Timing {
        Timing::parse(NIGHTLY, "Asia/Tokyo").unwrap()
    }

    #[test]
    fn schedule_fires_on_its_zones_wall_clock() {
        let noon = Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).unwrap();
        let tick = Utc.with_ymd_and_hms(2026, 11, 21, 19, 30, 0).unwrap();
        assert_eq!(nightly().next_after(noon), Some(tick));
        assert_eq!(nightly().next_after(tick), Some(tick + Duration::days(1)), "a tick is not its own next");
        let (before, later) = (tick - Duration::milliseconds(1), tick + Duration::milliseconds(900));
        assert_eq!(nightly().turn(Missed::Once, tick, before), TickAction::Wait);
        for now in [tick, later] {
            assert_eq!(nightly().turn(Missed::Once, tick, now), TickAction::Fire(tick), "{now}");
            assert_eq!(nightly().turn(Missed::Skip, tick, now), TickAction::Fire(tick), "{now}");
        }
    }

    #[test]
    fn missed_ticks_run_last_only_or_never() {
        let next = at("2026-11-21T19:30:00Z");
        let now = at("2027-11-30T20:00:00Z");
        let last = at("2027-11-30T19:30:00Z");
        assert_eq!(nightly().turn(Missed::Once, next, now), TickAction::Fire(last));
        assert_eq!(nightly().turn(Missed::Skip, next, now), TickAction::LeaveOut(last));
        let punctual = last + PUNCTUAL;
        assert_eq!(nightly().turn(Missed::Skip, next, punctual), TickAction::Fire(last));
        assert_eq!(nightly().turn(Missed::Skip, next, punctual + Duration::seconds(1)), TickAction::LeaveOut(last));
        let every_second = Timing::parse("* * * * * *", "Asia/Tokyo").unwrap();
        assert_eq!(every_second.turn(Missed::Once, next, now), TickAction::Fire(now), "a year is not iterated");
    }

    #[test]
    fn five_fields_parse_like_crontab() {
        let monday = Timing::parse("0 9 * * Mon", "Europe/Paris").unwrap();
        assert_eq!(monday.next_after(at("2026-11-21T00:00:00Z")), Some(at("2026-11-23T08:00:00Z")));
        assert_eq!(with_seconds(" 30  4 * * * "), "0 30 4 * * *");
        assert!(matches!(Timing::parse("30 4 * *", "Asia/Tokyo"), Err(TimingError::Expression(_))));
        assert!(matches!(Timing::parse("61 4 * * *", "Asia/Tokyo"), Err(TimingError::Expression(_))));
        assert!(matches!(Timing::parse(NIGHTLY, "Tokyo"), Err(TimingError::Zone(_))));
        let once = Timing::parse("0 0 0 1 1 * 2020", "Asia/Tokyo").unwrap();
        assert_eq!(once.next_after(at("2026-11-21T00:00:00Z")), None);
    }

    fn days(expression: &str, count: usize) -> Vec<String> {
        let timing = Timing::parse(expression, "Asia/Tokyo").unwrap();
        let mut ticks = vec![at("2026-11-21T00:00:00Z")];
        for index in 0..count {
            ticks.push(timing.next_after(ticks[index]).unwrap());
        }
        ticks[1..].iter().map(|tick| tick.with_timezone(&timing.zone).format("%a %m-%d").to_string()).collect()
    }

    #[test]
    fn weekday_numbers_match_cron() {
        for (number, name, day) in
            [("0", "Sun", "Sun 11-22"), ("7", "sun", "Sun 11-22"), ("1", "Mon", "Mon 11-23"), ("6", "SAT", "Sat 11-28")]
        {
            assert_eq!(days(&format!("0 8 * * {number}"), 1), [day]);
            assert_eq!(days(&format!("0 8 * * {name}"), 1), [day]);
        }
        assert_eq!(days("0 9 * * 1-5", 6), days("0 9 * * Mon-Fri", 6));
        assert_eq!(days("0 8 * * 5-7", 4), ["Sun 11-22", "Fri 11-27", "Sat 11-28", "Sun 11-29"]);
        assert_eq!(days("0 8 * * Mon-Fri/2", 3), ["Mon 11-23", "Wed 11-25", "Fri 11-27"]);
        assert_eq!(days("0 8 * Jan,3 Sun", 1), ["Sun 01-03"]);
        for expression in ["0 9 * * 8", "0 9 * * Someday", "0 9 32 * *", "0 9 * 13 *"] {
            assert!(matches!(Timing::parse(expression, "Asia/Tokyo"), Err(TimingError::Expression(_))), "{expression}");
        }
    }

    #[test]
    fn day_of_month_and_day_of_week_mean_either() {
        assert_eq!(days("0 9 1 * Mon", 3), ["Mon 11-23", "Mon 11-30", "Tue 12-01"]);
        assert_eq!(days("0 9 1 * *", 2), ["Tue 12-01", "Fri 01-01"]);
        assert_eq!(days("0 9 1 * +Mon", 1), ["Mon 02-01"], "the form of expressions that were stored before");
    }

    /// Asks every ten minutes, as a worker that notices each tick late does.
    fn fired(expression: &str, zone: &str, from: &str, hours: i32) -> Vec<String> {
        let timing = Timing::parse(expression, zone).unwrap();
        let (mut now, mut fired) = (at(from), Vec::new());
        let mut next = timing.next_after(now).unwrap();
        for _ in 0..hours * 6 {
            now += Duration::minutes(10);
            if next <= now {
                let TickAction::Fire(tick) = timing.turn(Missed::Once, next, now) else {
                    panic!("{expression} at {now}")
                };
                assert!(tick <= now && tick >= next, "{tick} {now}");
                fired.push(tick.format("%H:%M").to_string());
                next = timing.next_after(now).unwrap();
            }
            assert!(next > now, "{expression}");
        }
        fired
    }

    #[test]
    fn repeated_hour_ticks_once_and_never_in_the_future() {
        let (zone, night) = ("Europe/Paris", "2026-10-24T22:00:00Z");
        assert_eq!(fired("30 2 * * *", zone, night, 12), ["00:30"]);
        assert_eq!(fired("30 2,14 * * *", zone, night, 24), ["00:30", "13:30"]);
        assert_eq!(fired("0 1-4 * * *", zone, night, 12), ["23:00", "00:00", "02:00", "03:00"]);
        assert_eq!(fired("30 * * * *", zone, night, 4), ["22:30", "23:30", "00:30", "01:30"], "every hour that passes");
        let every_second = Timing::parse("* * 2 * * *", zone).unwrap();
        assert_eq!(every_second.latest(at("2026-10-25T01:30:00Z")), Some(at("2026-10-25T00:59:59Z")));
    }

    #[test]
    fn removed_hour_ticks_once_at_its_end() {
        let (zone, night) = ("Europe/Paris", "2026-03-28T22:00:00Z");
        assert_eq!(fired("30 2 * * *", zone, night, 12), ["01:00"]);
        assert_eq!(fired("15,45 2 * * *", zone, night, 12), ["01:00"]);
        assert_eq!(fired("0 1-4 * * *", zone, night, 12), ["00:00", "01:00", "02:00"]);
        assert_eq!(fired("30 * * * *", zone, night, 4), ["22:30", "23:30", "00:30", "01:30"]);
    }

    #[test]
    fn months_without_the_day_are_named() {
        let without = |expression: &str| {
            let found = Timing::parse(expression, "Asia/Tokyo").unwrap().months_without_tick();
            (found.months, found.is_leap_day)
        };
        assert_eq!(without("0 9 31 * *"), (vec![2, 4, 6, 9, 11], false));
        assert_eq!(without("0 9 30 * *"), (vec![2], false));
        assert_eq!(without("0 9 29 * *"), (vec![], true));
        assert_eq!(without("0 9 31 4,5 *"), (vec![4], false));
        for expression in ["0 9 28 * *", "0 9 1,31 * *", "0 9 L * *", "0 9 31 * Mon", "30 4 * * *"] {
            assert_eq!(without(expression), (vec![], false), "{expression}");
        }
    }
}
