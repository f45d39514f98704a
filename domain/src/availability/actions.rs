//! The month and the day as a diner may book them.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::queries::{self, DaySummary};
use super::viewer::Viewer;

use crate::restaurants::model::Restaurant;

use crate::zone::YearMonth;

/// Response of the month call, and the time until which it is valid if nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthView {
    /// Days that have slots.
    pub dates: Vec<NaiveDate>,
    /// The `dates` on which the viewer may book now, or within the lifetime of a token.
    pub available_dates: Vec<NaiveDate>,
    /// The `dates` on which seats were left when their cut-off passed.
    pub past_cutoff_dates: Vec<NaiveDate>,
    pub closed_dates: Vec<NaiveDate>,
    pub valid_until: DateTime<Utc>,
}

/// Builds the view of a month. Slots after midnight belong to the evening's day, which stays bookable until their cut-off. A refused diner sees all days with slots as full, without any other reason (gaps G056, G057).
pub fn month_view(days: &[DaySummary], restaurant: &Restaurant, viewer: &Viewer, now: DateTime<Utc>) -> MonthView {
    let window = viewer.shown_window(now);
    let today = restaurant.zone.earliest_open_day(now);
    let is_open = |day: &&DaySummary| day.date >= today && window.covers(day.date) && !viewer.access.is_refused;
    let bookable = days.iter().filter(is_open).filter(|day| day.bookable_until.is_some_and(|until| now < until));
    let disclosed = || days.iter().filter(|_| !viewer.access.is_refused);
    let is_past_cutoff = |day: &&DaySummary| !day.is_closed && day.bookable_until.is_some_and(|until| until <= now);
    let ends = days.iter().filter_map(|day| day.bookable_until).filter(|until| now < *until);
    let turns = ends.chain(viewer.next_change(now)).chain([restaurant.zone.midnight_after(now)]);
    MonthView {
        dates: days.iter().map(|day| day.date).collect(),
        available_dates: bookable.map(|day| day.date).collect(),
        past_cutoff_dates: disclosed().filter(is_past_cutoff).map(|day| day.date).collect(),
        closed_dates: disclosed().filter(|day| day.is_closed).map(|day| day.date).collect(),
        valid_until: turns.min().unwrap_or(now),
    }
}

/// Returns the month to show first: the first one within the booking window that has something bookable, or the current one if none has
/// (gaps G067).
pub async fn default_month(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    viewer: &Viewer,
    now: DateTime<Utc>,
) -> sqlx::Result<YearMonth> {
    let today = restaurant.zone.earliest_open_day(now);
    let this_month = YearMonth::containing(today);
    let Some(till) = viewer.shown_window(now).reservable_till() else { return Ok(this_month) };
    let class = viewer.access.class();
    let first = queries::find_first_bookable_month(conn, restaurant.id, class, today, till, now).await?;
    Ok(first.unwrap_or(this_month))
}
