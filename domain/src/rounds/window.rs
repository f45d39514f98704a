//! The booking window of a diner: the dates that are open now, and the time of the next opening.

use crate::text_enum::text_enum;
use chrono::{DateTime, Duration, NaiveDate, Utc};

/// Time after its start for which a round remains, even if a later one opens more dates: its waiting room lasts that long (gaps G321).
pub const KEPT_FOR: Duration = Duration::hours(2);

text_enum! {
    pub enum PlanKind of "reservation_round_plans.kind" {
        Custom = "custom",
        Periodic = "periodic",
        Never = "never",
        Forever = "forever",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub effective_at: DateTime<Utc>,
    pub online_reservable_till: NaiveDate,
}

/// The plan that applies to a diner, with its rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveRoundPlan {
    pub kind: PlanKind,
    pub rounds: Vec<Round>,
}

/// The last date that can be booked now. Wider windows compare as greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BookingWindow {
    /// No plan, a `never` plan, or no round in effect: nothing can be booked.
    Absent,
    Till(NaiveDate),
    Forever,
}

impl BookingWindow {
    pub fn covers(self, date: NaiveDate) -> bool {
        match self {
            Self::Absent => false,
            Self::Till(till) => date <= till,
            Self::Forever => true,
        }
    }

    /// Returns the date for clients: a far date means no limit.
    pub fn reservable_till(self) -> Option<NaiveDate> {
        match self {
            Self::Absent => None,
            Self::Till(till) => Some(till),
            Self::Forever => NaiveDate::from_ymd_opt(2099, 12, 31),
        }
    }
}

pub fn window(plan: Option<&EffectiveRoundPlan>, now: DateTime<Utc>) -> BookingWindow {
    let Some(plan) = plan else { return BookingWindow::Absent };
    match plan.kind {
        PlanKind::Never => BookingWindow::Absent,
        PlanKind::Forever => BookingWindow::Forever,
        PlanKind::Custom | PlanKind::Periodic => widest(&plan.rounds, now),
    }
}

/// Returns the widest window of the rounds in effect.
pub fn widest(rounds: &[Round], now: DateTime<Utc>) -> BookingWindow {
    let in_effect = rounds.iter().filter(|round| round.effective_at <= now);
    in_effect.map(|round| round.online_reservable_till).max().map_or(BookingWindow::Absent, BookingWindow::Till)
}

/// Returns the start of the plan's next round.
pub fn next_opening(plan: Option<&EffectiveRoundPlan>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    next_start(&plan?.rounds, now)
}

/// Returns the start of the first round after `now`.
pub fn next_start(rounds: &[Round], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    rounds.iter().map(|round| round.effective_at).filter(|at| *at > now).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(effective_at: &str, till: &str) -> Round {
        Round { effective_at: effective_at.parse().unwrap(), online_reservable_till: till.parse().unwrap() }
    }

    fn custom(rounds: Vec<Round>) -> EffectiveRoundPlan {
        EffectiveRoundPlan { kind: PlanKind::Custom, rounds }
    }

    #[test]
    fn the_furthest_round_in_effect_counts() {
        let plan = custom(vec![
            round("2026-11-01T00:00:00Z", "2026-12-31"),
            round("2026-10-01T00:00:00Z", "2027-01-10"),
            round("2026-12-01T01:00:00Z", "2027-02-28"),
        ]);
        let now = "2026-11-21T00:00:00Z".parse().unwrap();
        assert_eq!(window(Some(&plan), now), BookingWindow::Till("2027-01-10".parse().unwrap()));
        assert_eq!(next_opening(Some(&plan), now), Some("2026-12-01T01:00:00Z".parse().unwrap()));
        let opening = "2026-12-01T01:00:00Z".parse().unwrap();
        assert_eq!(window(Some(&plan), opening), BookingWindow::Till("2027-02-28".parse().unwrap()));
        assert_eq!(next_opening(Some(&plan), opening), None);
    }

    #[test]
    fn nothing_is_open_without_a_plan_or_a_round_in_effect() {
        let now = "2026-11-21T00:00:00Z".parse().unwrap();
        let later = custom(vec![round("2026-12-01T00:00:00Z", "2027-01-10")]);
        let never = EffectiveRoundPlan { kind: PlanKind::Never, rounds: vec![] };
        for plan in [None, Some(&later), Some(&never)] {
            assert_eq!(window(plan, now), BookingWindow::Absent);
            assert!(!window(plan, now).covers("2026-11-22".parse().unwrap()));
        }
    }

    #[test]
    fn forever_has_no_last_date() {
        let forever = EffectiveRoundPlan { kind: PlanKind::Forever, rounds: vec![] };
        assert!(window(Some(&forever), DateTime::UNIX_EPOCH).covers("2090-01-01".parse().unwrap()));
    }
}
