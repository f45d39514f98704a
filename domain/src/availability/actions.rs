//! The month and the day as a diner may book them.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::queries::{self, DaySummary};
use super::viewer::Viewer;

use crate::restaurants::model::Restaurant;

use crate::zone::YearMonth;

/// The answer of the month call, and until when it stays true if nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthView {
    /// Days that have slots.
    pub dates: Vec<NaiveDate>,
    /// Those of them on which the viewer may book now, or within the life of a token.
    pub available_dates: Vec<NaiveDate>,
    /// Those on which seats were left when their cut-off passed.
    pub past_cutoff_dates: Vec<NaiveDate>,
    pub closed_dates: Vec<NaiveDate>,
    pub valid_until: DateTime<Utc>,
}

/// Whom a restaurant quietly refuses sees every day with slots as full (gaps G056, G057): no other reason is told.
pub fn month_view(days: &[DaySummary], restaurant: &Restaurant, viewer: &Viewer, now: DateTime<Utc>) -> MonthView {
    let window = viewer.shown_window(now);
    let today = restaurant.zone.date_of(now);
    let is_open = |day: &&DaySummary| day.date >= today && window.covers(day.date) && !viewer.access.is_refused;
    let bookable = days.iter().filter(is_open).filter(|day| day.bookable_until.is_some_and(|until| now < until));
    let told = || days.iter().filter(|_| !viewer.access.is_refused);
    let is_past_cutoff = |day: &&DaySummary| !day.is_closed && day.bookable_until.is_some_and(|until| until <= now);
    let ends = days.iter().filter_map(|day| day.bookable_until).filter(|until| now < *until);
    let turns = ends.chain(viewer.next_turn(now)).chain([restaurant.zone.midnight_after(now)]);
    MonthView {
        dates: days.iter().map(|day| day.date).collect(),
        available_dates: bookable.map(|day| day.date).collect(),
        past_cutoff_dates: told().filter(is_past_cutoff).map(|day| day.date).collect(),
        closed_dates: told().filter(|day| day.is_closed).map(|day| day.date).collect(),
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
    let this_month = YearMonth::containing(today);
    let Some(till) = viewer.shown_window(now).reservable_till() else { return Ok(this_month) };
    let class = viewer.access.class();
    let first = queries::find_first_bookable_month(conn, restaurant.id, class, today, till, now).await?;
    Ok(first.unwrap_or(this_month))
}
