//! The month and the day as a diner may book them.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::access::Access;
use super::queries::{self, DaySummary};
use super::token;
use crate::ids::{RestaurantId, UserId};
use crate::restaurants::model::Restaurant;
use crate::rounds::window::{self, Plan, Window};
use crate::zone::YearMonth;

/// A diner before a restaurant: the class of seats they see and the plan that opens dates to them.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub access: Access,
    pub plan: Option<Plan>,
    /// When online booking starts. Never for a restaurant that is hidden.
    pub online_starts_at: Option<DateTime<Utc>>,
}

impl Viewer {
    pub async fn find(conn: &mut PgConnection, restaurant: RestaurantId, diner: Option<UserId>) -> sqlx::Result<Self> {
        queries::find_viewer(conn, restaurant, diner).await
    }

    /// Several, in their order.
    pub async fn find_all(
        conn: &mut PgConnection,
        asked: &[(RestaurantId, Option<UserId>)],
    ) -> sqlx::Result<Vec<Self>> {
        queries::find_viewers(conn, asked).await
    }

    /// What may be booked now: nothing before the restaurant's online start.
    pub fn window(&self, now: DateTime<Utc>) -> Window {
        match self.online_starts_at {
            Some(start) if start <= now => window::window(self.plan.as_ref(), now),
            _ => Window::Absent,
        }
    }

    /// What may be looked at now: as `window`, and what opens before a calendar token issued now runs out, so that who
    /// waits for an opening has chosen when it comes.
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

/// The answer of the month call, and until when it stays true if nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthView {
    /// Days that have slots.
    pub dates: Vec<NaiveDate>,
    /// Those of them on which the viewer may book now, or within the life of a token.
    pub available_dates: Vec<NaiveDate>,
    pub valid_until: DateTime<Utc>,
}

pub fn month_view(days: &[DaySummary], restaurant: &Restaurant, viewer: &Viewer, now: DateTime<Utc>) -> MonthView {
    let window = viewer.shown_window(now);
    let today = restaurant.zone.date_of(now);
    let is_open = |day: &&DaySummary| day.date >= today && window.covers(day.date) && !viewer.access.is_refused;
    let bookable = days.iter().filter(is_open).filter(|day| day.bookable_until.is_some_and(|until| now < until));
    let ends = days.iter().filter_map(|day| day.bookable_until).filter(|until| now < *until);
    let turns = ends.chain(viewer.next_turn(now)).chain([restaurant.zone.midnight_after(now)]);
    MonthView {
        dates: days.iter().map(|day| day.date).collect(),
        available_dates: bookable.map(|day| day.date).collect(),
        valid_until: turns.min().unwrap_or(now),
    }
}

/// The month to show first: this one, or the next within the window in which something can be booked (gaps G067).
pub async fn default_month(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    viewer: &Viewer,
    now: DateTime<Utc>,
) -> sqlx::Result<YearMonth> {
    let today = restaurant.zone.date_of(now);
    let this_month = YearMonth::of(today);
    let Some(till) = viewer.shown_window(now).reservable_till() else { return Ok(this_month) };
    let class = viewer.access.class();
    let first = queries::find_first_bookable_month(conn, restaurant.id, class, today, till, now).await?;
    Ok(first.unwrap_or(this_month))
}
