//! Times of a schedule: a cron expression on the wall clock of a zone.

use std::str::FromStr;

use chrono::{DateTime, Duration, SubsecRound, Utc};
use chrono_tz::Tz;
use thiserror::Error;

use crate::text_enum::text_enum;

/// A tick that is noticed later than this counts as missed.
const PUNCTUAL: Duration = Duration::minutes(5);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimingError {
    #[error(
        "{0:?} is no cron expression: write minute, hour, day of the month, month and day of the week (Mon to Sun)"
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
    cron: cron::Schedule,
    zone: Tz,
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
    /// Parses an expression of five fields (minute to day of the week), or of six with the seconds first.
    ///
    /// # Errors
    /// The expression or the zone is invalid.
    pub fn parse(expression: &str, time_zone: &str) -> Result<Self, TimingError> {
        let zone = time_zone.parse().map_err(|_| TimingError::Zone(time_zone.to_owned()))?;
        let cron = cron::Schedule::from_str(&with_seconds(expression))
            .map_err(|_| TimingError::Expression(expression.to_owned()))?;
        Ok(Self { cron, zone })
    }

    /// Returns the first tick after an instant; None if the expression has no future tick.
    pub fn next_after(&self, instant: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.cron.after(&instant.with_timezone(&self.zone)).next().map(|tick| tick.with_timezone(&Utc))
    }

    /// Returns the last tick up to `now`.
    fn latest(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // The iterator runs backwards from before its start.
        let start = now.trunc_subsecs(0) + Duration::seconds(1);
        self.cron.after(&start.with_timezone(&self.zone)).next_back().map(|tick| tick.with_timezone(&Utc))
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
    use chrono::TimeZone;

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
}
