//! Round plans of customer groups, and the rounds that follow from them (admin §3 to §5, gaps G051 to G054c).

use chrono::{DateTime, Datelike, Duration, Months, NaiveDate, NaiveTime, Timelike, Utc};

use super::schedule::{self, Rule};
use super::window::Round;
use crate::text_enum::text_enum;
use crate::zone::Zone;

/// Rounds of a periodic plan exist for this time ahead; a worker adds further ones long before they run out.
pub const ROUNDS_HORIZON: Duration = Duration::days(62);
/// Rounds are added if the existing ones cover less time than this.
pub(super) const REFILL_THRESHOLD: Duration = Duration::days(31);
/// Rounds that cover less time than this were missed by two nightly runs. Readers then add missing rounds themselves.
pub const LATE_THRESHOLD: Duration = Duration::days(29);

/// Whether further rounds of a periodic plan are overdue, whose rounds exist until `made_until`. Other plans have no such time.
pub fn is_late(made_until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    made_until.is_some_and(|until| until < now + LATE_THRESHOLD)
}

text_enum! {
    /// The last date of an opening: the end of the month that is `open_for_months` ahead, or the same day of that month.
    pub enum OpenUptoMode of "reservation_round_plans.open_upto_mode" {
        EndOfMonth = "end_of_month",
        DayOfMonth = "day_of_month",
    }
}

/// A plan with recurring openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// One or more, without duplicates.
    pub rules: Vec<Rule>,
    /// 1 to 12.
    pub open_for_months: u32,
    pub open_upto_mode: OpenUptoMode,
    pub open_immediate: bool,
}

impl Periodic {
    /// Returns the last bookable date of the opening at `at`. If its month lacks the day, it is the last day of the month.
    fn reservable_till(&self, zone: Zone, at: DateTime<Utc>) -> NaiveDate {
        let day = zone.date_of(at) + Months::new(self.open_for_months);
        match self.open_upto_mode {
            OpenUptoMode::DayOfMonth => day,
            OpenUptoMode::EndOfMonth => {
                let first = day.with_day(1).unwrap_or(day);
                first + Months::new(1) - Duration::days(1)
            }
        }
    }

    fn round(&self, zone: Zone, effective_at: DateTime<Utc>) -> Round {
        Round { effective_at, online_reservable_till: self.reservable_till(zone, effective_at) }
    }

    /// Returns the opening that is in effect at `now`, as if the plan had always existed.
    pub fn current(&self, zone: Zone, now: DateTime<Utc>) -> Option<Round> {
        schedule::latest(&self.rules, zone, now).map(|at| self.round(zone, at))
    }

    /// Returns the openings after `from` up to `until`, or the next one if there are none.
    pub fn upcoming(&self, zone: Zone, from: DateTime<Utc>, until: DateTime<Utc>) -> Vec<Round> {
        let mut openings = schedule::between(&self.rules, zone, from + Duration::milliseconds(1), until);
        if openings.is_empty() {
            openings.extend(schedule::next(&self.rules, zone, from));
        }
        openings.into_iter().map(|at| self.round(zone, at)).collect()
    }

    /// Returns the openings to create at `now`, if rounds exist until `made_until`. The first one may exist already.
    pub fn missing_openings(&self, zone: Zone, made_until: DateTime<Utc>, now: DateTime<Utc>) -> Vec<Round> {
        // The instant itself was excluded the last time.
        self.upcoming(zone, made_until - Duration::milliseconds(1), now + ROUNDS_HORIZON)
    }

    /// Returns the next `count` openings, for the preview of a plan.
    pub fn openings(&self, zone: Zone, now: DateTime<Utc>, count: usize) -> Vec<Round> {
        let next = |after: &DateTime<Utc>| schedule::next(&self.rules, zone, *after);
        std::iter::successors(next(&now), next).take(count).map(|at| self.round(zone, at)).collect()
    }
}

/// A round of a custom plan as submitted. An existing one has its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomRound {
    pub key: Option<String>,
    pub round: Round,
}

/// Reasons to reject a list of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundsRejected {
    Empty,
    /// Two rounds start at the same time.
    SameStart,
    /// A round overlaps another one, partly or completely.
    Overlapping,
    /// A new round begins or ends before today.
    Past,
    /// A round ends before the day on which it begins.
    Backwards,
    /// Minutes must be multiples of five.
    OddMinute,
}

impl RoundsRejected {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "rounds_empty",
            Self::SameStart => "rounds_same_start",
            Self::Overlapping => "rounds_overlapping",
            Self::Past => "rounds_past",
            Self::Backwards => "rounds_backwards",
            Self::OddMinute => "rounds_odd_minute",
        }
    }
}

/// Validates the whole list and sorts it by start. `known` returns whether a key exists already: existing rounds may be past.
///
/// # Errors
/// The first rule of admin §5 that the list violates.
pub fn check_custom(
    mut rounds: Vec<CustomRound>,
    known: impl Fn(&str) -> bool,
    zone: Zone,
    now: DateTime<Utc>,
) -> Result<Vec<CustomRound>, RoundsRejected> {
    let today = zone.date_of(now);
    rounds.sort_by_key(|custom| custom.round.effective_at);
    for CustomRound { key, round } in &rounds {
        let is_new = !key.as_deref().is_some_and(&known);
        let (starts_on, till) = (zone.date_of(round.effective_at), round.online_reservable_till);
        let time = zone.time_of(round.effective_at);
        if till < starts_on {
            return Err(RoundsRejected::Backwards);
        }
        if is_new && (starts_on < today || till < today) {
            return Err(RoundsRejected::Past);
        }
        if time.second() != 0 || !time.minute().is_multiple_of(5) {
            return Err(RoundsRejected::OddMinute);
        }
    }
    if rounds.is_empty() {
        return Err(RoundsRejected::Empty);
    }
    for pair in rounds.windows(2) {
        let (first, second) = (&pair[0].round, &pair[1].round);
        if first.effective_at == second.effective_at {
            return Err(RoundsRejected::SameStart);
        }
    }
    let spans: Vec<_> = rounds.iter().map(|custom| span(zone, &custom.round)).collect();
    let overlaps = |(index, span): (usize, &(NaiveDate, NaiveDate))| {
        spans[index + 1..].iter().any(|other| span.0 < other.1 && other.0 < span.1)
    };
    if spans.iter().enumerate().any(overlaps) {
        return Err(RoundsRejected::Overlapping);
    }
    Ok(rounds)
}

/// Returns the day on which a round begins, and its last date (exclusive).
fn span(zone: Zone, round: &Round) -> (NaiveDate, NaiveDate) {
    (zone.date_of(round.effective_at), round.online_reservable_till)
}

/// Parses `YYYY-MM-DD HH:mm:00` in the restaurant's zone, the format of admin §3.
pub fn parse_effective_at(zone: Zone, text: &str) -> Option<DateTime<Utc>> {
    let (date, time) = text.split_once([' ', 'T'])?;
    let time =
        NaiveTime::parse_from_str(time, "%H:%M:%S").or_else(|_| NaiveTime::parse_from_str(time, "%H:%M")).ok()?;
    Some(zone.at(crate::zone::parse_day(date)?, time))
}

/// Formats an instant in the same format.
pub fn write_effective_at(zone: Zone, at: DateTime<Utc>) -> String {
    at.with_timezone(&zone.tz()).format("%Y-%m-%d %H:%M:00").to_string()
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
