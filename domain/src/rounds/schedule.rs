//! The openings of a periodic plan: its rules, and their instants (admin §3, §5, gaps G054).

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveTime, Utc, Weekday};

use crate::zone::Zone;

/// Limit of a search. February 29th recurs after at most eight years (1896, 1904), and every other day or weekday of a month sooner.
const MAX_WAIT_DAYS: i64 = 8 * 366;
/// Limit of a search for a fifth weekday of February, which recurs after at most forty years (2088, 2128).
const MAX_WAIT_DAYS_FEBRUARY: i64 = 40 * 366;

/// `-1` for the specification's "last day" or "last week".
pub const LAST: i32 = -1;

/// The days of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleDays {
    /// A day of a month, 1 to 31, or the last one. Skips a month without the day.
    OfMonth {
        month: u32,
        day: i32,
    },
    /// The n-th weekday of a month, 1 to 5, or the last one. Skips a month without a fifth one.
    OfWeek {
        month: u32,
        week: i32,
        weekday: Weekday,
    },
    Every,
}

/// One rule: its days, and the time of day in the restaurant's zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    pub days: RuleDays,
    pub time: NaiveTime,
}

impl Rule {
    fn falls_on(&self, date: NaiveDate) -> bool {
        match self.days {
            RuleDays::Every => true,
            RuleDays::OfMonth { month, .. } | RuleDays::OfWeek { month, .. } if month != date.month() => false,
            RuleDays::OfMonth { day: LAST, .. } => is_last_of_month(date),
            RuleDays::OfMonth { day, .. } => i64::from(day) == i64::from(date.day()),
            RuleDays::OfWeek { weekday, .. } if weekday != date.weekday() => false,
            RuleDays::OfWeek { week: LAST, .. } => (date + Duration::days(7)).month() != date.month(),
            RuleDays::OfWeek { week, .. } => i64::from(week) == i64::from(date.day().div_ceil(7)),
        }
    }
}

fn is_last_of_month(date: NaiveDate) -> bool {
    date.succ_opt().is_none_or(|next| next.month() != date.month())
}

/// Returns the instants of all rules from `from` (inclusive) to `until` (exclusive), in order, without duplicates.
pub fn between(rules: &[Rule], zone: Zone, from: DateTime<Utc>, until: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let dates = zone.date_of(from).iter_days().take_while(|date| *date <= zone.date_of(until));
    let mut instants: Vec<_> = dates
        .flat_map(|date| rules.iter().filter(move |rule| rule.falls_on(date)).map(move |rule| zone.at(date, rule.time)))
        .filter(|at| (from..until).contains(at))
        .collect();
    instants.sort_unstable();
    instants.dedup();
    instants
}

/// Returns the number of days within which every rule that matches any day matches one.
pub(super) fn max_wait_days(rules: &[Rule]) -> i64 {
    let is_rare = |rule: &Rule| matches!(rule.days, RuleDays::OfWeek { month: 2, week: 5, .. });
    if rules.iter().any(is_rare) { MAX_WAIT_DAYS_FEBRUARY } else { MAX_WAIT_DAYS }
}

/// Returns the last instant at or before `now`; None if no rule ever matches.
pub fn latest(rules: &[Rule], zone: Zone, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let today = zone.date_of(now);
    (0..=max_wait_days(rules)).find_map(|days| {
        let date = today - Duration::days(days);
        on(rules, zone, date).filter(|at| *at <= now).max()
    })
}

/// Returns the first instant after `now`; None if no rule ever matches.
pub fn next(rules: &[Rule], zone: Zone, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let today = zone.date_of(now);
    (0..=max_wait_days(rules)).find_map(|days| {
        let date = today + Duration::days(days);
        on(rules, zone, date).filter(|at| *at > now).min()
    })
}

fn on(rules: &[Rule], zone: Zone, date: NaiveDate) -> impl Iterator<Item = DateTime<Utc>> {
    rules.iter().filter(move |rule| rule.falls_on(date)).map(move |rule| zone.at(date, rule.time))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rrule::RRuleSet;

    use super::*;

    const WEEKDAYS: [Weekday; 7] =
        [Weekday::Sun, Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat];

    fn any_rule(rng: &mut ChaCha8Rng) -> Rule {
        let last_or = |rng: &mut ChaCha8Rng, most| if rng.random_bool(0.2) { LAST } else { rng.random_range(1..=most) };
        let month = rng.random_range(1..=12);
        let days = match rng.random_range(0..5) {
            0 => RuleDays::Every,
            1 | 2 => RuleDays::OfMonth { month, day: last_or(rng, 31) },
            _ => RuleDays::OfWeek { month, week: last_or(rng, 5), weekday: WEEKDAYS[rng.random_range(0..7)] },
        };
        let time = NaiveTime::from_hms_opt(rng.random_range(0..24), rng.random_range(0..12) * 5, 0).unwrap();
        Rule { days, time }
    }

    /// Converts a rule to iCalendar (RFC 5545).
    fn as_rrule(rule: &Rule) -> RRuleSet {
        let days = match rule.days {
            RuleDays::Every => "FREQ=DAILY".to_owned(),
            RuleDays::OfMonth { month, day } => format!("FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}"),
            RuleDays::OfWeek { month, week, weekday } => {
                let name = weekday.to_string().to_uppercase();
                format!("FREQ=YEARLY;BYMONTH={month};BYDAY={week}{}", &name[..2])
            }
        };
        let start = rule.time.format("DTSTART;TZID=Asia/Tokyo:20200101T%H%M%S");
        format!("{start}\nRRULE:{days}").parse().unwrap()
    }

    #[test]
    fn rules_match_icalendar() {
        let zone = Zone::default();
        let until = zone.at(NaiveDate::from_ymd_opt(2031, 1, 1).unwrap(), NaiveTime::MIN);
        let from = zone.at(NaiveDate::from_ymd_opt(2020, 1, 1).unwrap(), NaiveTime::MIN);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let rule = any_rule(&mut rng);
            let named = as_rrule(&rule);
            let expected: Vec<_> =
                named.into_iter().map(|at| at.with_timezone(&Utc)).take_while(|at| *at < until).collect();
            let ours = between(&[rule], zone, from, until);
            assert_eq!(ours, expected, "{rule:?}");
            if let Some(at) = ours.get(ours.len() / 2) {
                assert_eq!(latest(&[rule], zone, *at), Some(*at));
                assert_eq!(next(&[rule], zone, *at - Duration::seconds(1)), Some(*at));
            }
        }
    }

    #[test]
    fn fifth_weekday_of_february_is_found_after_forty_years() {
        let ten = NaiveTime::from_hms_opt(10, 0, 0).unwrap();
        let zone = Zone::default();
        let leap_day = |year| zone.at(NaiveDate::from_ymd_opt(year, 2, 29).unwrap(), ten);
        for (weekday, first, second) in [(Weekday::Mon, 2016, 2044), (Weekday::Sun, 2088, 2128)] {
            let rules = [Rule { days: RuleDays::OfWeek { month: 2, week: 5, weekday }, time: ten }];
            assert_eq!(next(&rules, zone, leap_day(first)), Some(leap_day(second)), "{weekday}");
            assert_eq!(
                latest(&rules, zone, leap_day(second) - Duration::seconds(1)),
                Some(leap_day(first)),
                "{weekday}"
            );
        }
        let never = [Rule { days: RuleDays::OfMonth { month: 2, day: 30 }, time: ten }];
        assert_eq!(next(&never, zone, leap_day(2016)), None);
    }

    #[test]
    fn several_rules_yield_each_instant_once() {
        let ten = NaiveTime::from_hms_opt(10, 0, 0).unwrap();
        let rules = [
            Rule { days: RuleDays::OfMonth { month: 12, day: LAST }, time: ten },
            Rule { days: RuleDays::OfMonth { month: 12, day: 31 }, time: ten },
            Rule { days: RuleDays::OfWeek { month: 12, week: 1, weekday: Weekday::Tue }, time: ten },
        ];
        let zone = Zone::default();
        let day = |month, day| zone.at(NaiveDate::from_ymd_opt(2026, month, day).unwrap(), ten);
        assert_eq!(between(&rules, zone, day(11, 1), day(12, 31)), [day(12, 1)], "the end is exclusive");
        assert_eq!(between(&rules, zone, day(12, 1), day(12, 31) + Duration::seconds(1)), [day(12, 1), day(12, 31)]);
    }
}
