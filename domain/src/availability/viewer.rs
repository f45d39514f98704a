//! A diner before a restaurant.

use chrono::{DateTime, Utc};

use super::access::Access;
use super::token;
use crate::rounds::window::{self, Plan, Window};

/// A diner before a restaurant: the class of seats they see and the plan that opens dates to them.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub access: Access,
    pub plan: Option<Plan>,
    /// When online booking starts. Never for a restaurant that is hidden.
    pub online_starts_at: Option<DateTime<Utc>>,
}

impl Viewer {
    /// As if the restaurant were visible, and its booking had started (gaps G183).
    pub const fn open_now(&mut self, now: DateTime<Utc>) {
        self.online_starts_at = Some(now);
    }

    /// What may be booked now: nothing before the restaurant's online start.
    pub fn window(&self, now: DateTime<Utc>) -> Window {
        match self.online_starts_at {
            Some(start) if start <= now => window::window(self.plan.as_ref(), now),
            _ => Window::Absent,
        }
    }

    /// What may be looked at now: `window`, and what opens before a calendar token issued now expires. So a diner who
    /// waits for an opening has chosen by the time it comes.
    pub fn shown_window(&self, now: DateTime<Utc>) -> Window {
        let opening = self.next_opening(now).filter(|at| *at < now + token::LIFE);
        self.window(opening.unwrap_or(now))
    }

    /// When `shown_window` changes, or what it shows becomes bookable.
    pub fn next_turn(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let opening = self.next_opening(now);
        opening.map(|at| at - token::LIFE).filter(|at| now < *at).or(opening)
    }

    /// When more dates open than now.
    pub fn next_opening(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let start = self.online_starts_at?;
        if start <= now {
            return window::next_opening(self.plan.as_ref(), now);
        }
        let covered_at_start = window::window(self.plan.as_ref(), start) != Window::Absent;
        if covered_at_start { Some(start) } else { window::next_opening(self.plan.as_ref(), start) }
    }
}
