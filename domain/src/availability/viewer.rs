//! A diner before a restaurant.

use chrono::{DateTime, Utc};

use super::access::Access;
use super::token;
use crate::rounds::window::{self, BookingWindow, EffectiveRoundPlan, PlanKind, Round};

/// A diner before a restaurant: the class of seats they see and the plan that opens dates to them.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub access: Access,
    pub plan: Option<EffectiveRoundPlan>,
    /// Rounds that a raffle opens to the diner alone, who books with that win (gaps G070).
    pub won: Vec<Round>,
    /// When online booking starts. Never for a restaurant that is hidden.
    pub online_starts_at: Option<DateTime<Utc>>,
    /// When the plan's rounds are to be read anew, lest they run out. None for a plan whose rounds do not follow from rules.
    pub stale_at: Option<DateTime<Utc>>,
}

impl Viewer {
    pub fn is_stale(&self, now: DateTime<Utc>) -> bool {
        self.stale_at.is_some_and(|at| at < now)
    }

    /// As if the restaurant were visible, and its booking had started (gaps G183).
    pub const fn open_now(&mut self, now: DateTime<Utc>) {
        self.online_starts_at = Some(now);
    }

    /// As the rounds of gold diners open a slot, whatever plan the diner has (gaps G131). A hidden restaurant stays closed.
    pub fn open_to_gold(&mut self, now: DateTime<Utc>) {
        if self.online_starts_at.is_some() {
            self.online_starts_at = Some(now);
        }
        self.plan = Some(EffectiveRoundPlan { kind: PlanKind::Forever, rounds: Vec::new() });
    }

    /// What may be booked now: nothing before the restaurant's online start.
    pub fn window(&self, now: DateTime<Utc>) -> BookingWindow {
        match self.online_starts_at {
            Some(start) if start <= now => self.window_at(now),
            _ => BookingWindow::Absent,
        }
    }

    /// The same without the raffle's rounds: what it covers spends no win.
    pub fn ordinary_window(&self, now: DateTime<Utc>) -> BookingWindow {
        match self.online_starts_at {
            Some(start) if start <= now => window::window(self.plan.as_ref(), now),
            _ => BookingWindow::Absent,
        }
    }

    /// By plan and win, whether or not the restaurant's online start has come.
    fn window_at(&self, at: DateTime<Utc>) -> BookingWindow {
        window::window(self.plan.as_ref(), at).max(window::furthest(&self.won, at))
    }

    fn next_round(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        window::next_opening(self.plan.as_ref(), at).into_iter().chain(window::next_start(&self.won, at)).min()
    }

    /// What may be looked at now: `window`, and what opens before a calendar token issued now expires. So a diner who
    /// waits for an opening has chosen by the time it comes.
    pub fn shown_window(&self, now: DateTime<Utc>) -> BookingWindow {
        let opening = self.next_opening(now).filter(|at| *at < now + token::TOKEN_LIFETIME);
        self.window(opening.unwrap_or(now))
    }

    /// When `shown_window` changes, or what it shows becomes bookable.
    pub fn next_turn(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let opening = self.next_opening(now);
        opening.map(|at| at - token::TOKEN_LIFETIME).filter(|at| now < *at).or(opening)
    }

    /// When more dates open than now.
    pub fn next_opening(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let start = self.online_starts_at?;
        if start <= now {
            return self.next_round(now);
        }
        let covered_at_start = self.window_at(start) != BookingWindow::Absent;
        if covered_at_start { Some(start) } else { self.next_round(start) }
    }
}
