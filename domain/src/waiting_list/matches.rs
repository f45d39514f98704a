//! The days on which parties wait, and the parties that seats are free for.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{WaitingParty, WaitingState};
use super::queries;
use crate::reservations::bookings::propose::{self, Proposal};
use crate::restaurants;
use crate::restaurants::model::Restaurant;
use crate::restaurants::stays;

/// A day on which parties wait for seats.
#[derive(Clone, Debug)]
pub struct WaitingDay {
    pub date: NaiveDate,
    /// Number of the parties.
    pub parties: usize,
    /// Number of parties that can be seated together, in order of entry.
    pub fitting: usize,
    /// The first of those in order of entry, with its seats.
    pub first: Option<(WaitingParty, Proposal)>,
}

/// Lists the days from the first to the last one on which parties wait.
pub async fn list_days(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    first: NaiveDate,
    last: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<WaitingDay>> {
    let mut waiting: BTreeMap<NaiveDate, Vec<WaitingParty>> = BTreeMap::new();
    for entry in queries::list_between(conn, restaurant.id, first, last).await? {
        if entry.state(now) == WaitingState::Waiting {
            waiting.entry(entry.date).or_default().push(entry);
        }
    }
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    let stays = stays::list(conn, restaurant.id).await?;
    let dates: Vec<_> = waiting.keys().copied().collect();
    let mut areas = propose::list_areas_of(conn, restaurant.id, restaurant.zone, &dates, now).await?;
    let days = waiting.into_iter().map(|(date, entries)| {
        let mut areas = areas.remove(&date).unwrap_or_default();
        let mut day = WaitingDay { date, parties: entries.len(), fitting: 0, first: None };
        for entry in entries {
            let Some(seat) = entry.seat(&areas, &operations, &stays, restaurant.zone, now) else { continue };
            propose::take(&mut areas, &seat);
            day.fitting += 1;
            day.first.get_or_insert((entry, seat));
        }
        day
    });
    Ok(days.collect())
}
