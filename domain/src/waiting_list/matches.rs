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
    /// Number of parties that can be seated at the same time, in order of entry.
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
    let areas = propose::list_areas_of(conn, restaurant.id, restaurant.zone, &dates, now).await?;
    let days = waiting.into_iter().map(|(date, entries)| {
        let parties = entries.len();
        let areas = areas.get(&date).map(Vec::as_slice).unwrap_or_default();
        let seat = |entry: WaitingParty| {
            entry.seat(areas, &operations, &stays, restaurant.zone, now).map(|seat| (entry, seat))
        };
        let seated: Vec<_> = entries.into_iter().filter_map(seat).collect();
        let fitting = count_disjoint(seated.iter().map(|(_, proposal)| proposal));
        let first = seated.into_iter().next();
        WaitingDay { date, parties, fitting, first }
    });
    Ok(days.collect())
}

/// Counts the proposals, in their order, whose seats overlap with no counted one. No seat is counted for two parties at the same time.
fn count_disjoint<'a>(proposals: impl Iterator<Item = &'a Proposal>) -> usize {
    let mut counted: Vec<&Proposal> = Vec::new();
    for proposal in proposals {
        if !counted.iter().any(|earlier| uses_same_seat(earlier, proposal)) {
            counted.push(proposal);
        }
    }
    counted.len()
}

fn uses_same_seat(one: &Proposal, other: &Proposal) -> bool {
    one.span.from < other.span.till
        && other.span.from < one.span.till
        && one.item_uids.iter().any(|uid| other.item_uids.contains(uid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reservations::bookings::queries::StayRange;

    fn proposal(from: &str, till: &str, seats: &[&str]) -> Proposal {
        let at = |time: &str| -> DateTime<Utc> { format!("2026-12-08T{time}:00+09:00").parse().unwrap() };
        let uids: Vec<String> = seats.iter().map(|&uid| uid.to_owned()).collect();
        Proposal {
            span: StayRange { from: at(from), till: at(till) },
            group: 0,
            labels: uids.clone(),
            item_uids: uids,
            leftover: 0,
            reasons: Vec::new(),
        }
    }

    #[test]
    fn parties_with_the_same_seats_at_the_same_time_count_once() {
        let first = proposal("18:00", "20:00", &["c1", "c2"]);
        let same = proposal("19:30", "21:30", &["c2"]);
        let later = proposal("20:00", "22:00", &["c1"]);
        let elsewhere = proposal("18:00", "20:00", &["c3"]);
        assert_eq!(count_disjoint([&first, &same].into_iter()), 1);
        assert_eq!(count_disjoint([&first, &same, &later, &elsewhere].into_iter()), 3);
    }
}
