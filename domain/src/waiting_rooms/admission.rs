//! How many places are admitted, and how long a turn lasts. Pure rules, which the rehearsal of a drop uses, too.

use chrono::{DateTime, Duration, Utc};

/// Duration of a turn.
pub const TURN: Duration = Duration::minutes(5);
/// Time within which the diner's page must have shown the turn. A turn of a closed page ends after it.
pub const TAKE_UP: Duration = Duration::minutes(2);
/// Places admitted a second at the beginning, and at most.
pub const FIRST_RATE: i32 = 20;
pub const MAX_RATE: i32 = 200;
/// An answer to a hold that takes longer halves the rate; the rate increases while all of them are faster than the second limit.
const SLOW_MS: i32 = 1_000;
const FAST_MS: i32 = 300;

/// A place whose turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub admitted_at: DateTime<Utc>,
    pub taken_up_at: Option<DateTime<Utc>>,
}

impl Turn {
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.admitted_at + if self.taken_up_at.is_some() { TURN } else { TAKE_UP }
    }

    pub fn is_on(&self, now: DateTime<Utc>) -> bool {
        now < self.ends_at()
    }
}

/// Returns the number of places to admit: the open turns, of diners who hold no seats yet, never exceed the free stocks.
pub fn admissible(open_turns: i64, free_stocks: i64, per_second: i32) -> i64 {
    (free_stocks - open_turns).clamp(0, i64::from(per_second))
}

/// Returns the next rate from the slowest answer since the previous admission: additive increase, multiplicative decrease. Without an answer
/// (`None`) the rate stays.
pub fn next_rate(per_second: i32, slowest_ms: Option<i32>) -> i32 {
    match slowest_ms {
        Some(slowest) if slowest > SLOW_MS => (per_second / 2).max(1),
        Some(slowest) if slowest > FAST_MS => per_second,
        Some(_) => (per_second + (per_second / 10).max(1)).min(MAX_RATE),
        None => per_second,
    }
}

/// Returns the estimated wait of a diner behind `ahead` others, at the measured pace of all admissions since the draw.
pub fn estimated_wait(ahead: i64, admitted: i64, since_draw: Duration) -> Option<Duration> {
    if admitted <= 0 {
        return None;
    }
    Some(Duration::seconds(since_draw.num_seconds().max(1) * ahead / admitted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_turns_never_exceed_free_stocks() {
        assert_eq!(admissible(0, 200, 20), 20);
        assert_eq!(admissible(195, 200, 20), 5);
        assert_eq!(admissible(200, 200, 20), 0);
        assert_eq!(admissible(5, 0, 20), 0);
    }

    #[test]
    fn slow_answers_halve_the_rate_and_fast_ones_raise_it() {
        assert_eq!(next_rate(20, None), 20);
        assert_eq!(next_rate(20, Some(1_001)), 10);
        assert_eq!(next_rate(1, Some(5_000)), 1);
        assert_eq!(next_rate(20, Some(500)), 20);
        assert_eq!(next_rate(20, Some(100)), 22);
        assert_eq!(next_rate(5, Some(100)), 6);
        assert_eq!(next_rate(MAX_RATE, Some(1)), MAX_RATE);
    }

    #[test]
    fn a_turn_that_no_page_shows_ends_sooner() {
        let admitted_at = DateTime::UNIX_EPOCH;
        let shown = Turn { admitted_at, taken_up_at: Some(admitted_at) };
        let unseen = Turn { taken_up_at: None, ..shown };
        assert!(unseen.is_on(admitted_at + TAKE_UP - Duration::seconds(1)) && !unseen.is_on(admitted_at + TAKE_UP));
        assert!(shown.is_on(admitted_at + TAKE_UP) && !shown.is_on(admitted_at + TURN));
    }

    #[test]
    fn the_wait_follows_the_pace_of_admissions() {
        assert_eq!(estimated_wait(100, 0, Duration::seconds(60)), None);
        assert_eq!(estimated_wait(100, 50, Duration::seconds(60)), Some(Duration::seconds(120)));
    }
}
