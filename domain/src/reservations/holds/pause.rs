//! Repeated holds of a diner that end without a booking keep the seats from everyone else. After the third the diner waits before the next one
//! (gaps G264).

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use crate::ids::{RestaurantId, UserId};

/// The holds of this time count.
const WINDOW: Duration = Duration::hours(2);
/// A shorter hold does not count: the diner chose other seats, or released them.
const MIN_MINUTES: i32 = 5;
/// Number of holds from which the diner waits.
const ALLOWED: i64 = 3;
/// The first pause after the end of the last hold. Each further hold adds the same time.
const PAUSE: Duration = Duration::minutes(10);

/// Returns the end of the pause after holds without a booking, of which the last one ended, or ends, at `last_end`.
fn pause_end(holds: i64, last_end: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let further = i32::try_from(holds - ALLOWED).ok().filter(|further| *further >= 0)?;
    Some(last_end + PAUSE * (further + 1))
}

/// Returns the instant from which a diner may hold seats of a restaurant again, if there is a pause. A live hold counts until its planned end:
/// it may become a booking, or be released early, and then does not count any more.
pub async fn find_pause(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    Ok(list_pauses(conn, &[(restaurant, diner)], now).await?.remove(&(restaurant, diner)))
}

/// Returns the ends of the pauses of several diners. Omits diners without a pause.
pub(super) async fn list_pauses(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, UserId)],
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<(RestaurantId, UserId), DateTime<Utc>>> {
    let (restaurants, diners): (Vec<_>, Vec<_>) =
        asked.iter().map(|(restaurant, diner)| (restaurant.0, diner.0)).unzip();
    // A hold is made before its visit, so the index by diner and start finds the recent ones without the diner's past visits. OFFSET 0
    // keeps the restaurant out of the inner condition: at a restaurant with many bookings its index would read them all.
    let found = sqlx::query!(
        r#"SELECT a.restaurant AS "restaurant!: RestaurantId", a.diner AS "diner!: UserId", count(*) AS "holds!", max(h.ended_at) AS "last_end!"
           FROM (SELECT DISTINCT w.restaurant, w.diner FROM unnest($1::bigint[], $2::bigint[]) AS w (restaurant, diner)) a
           CROSS JOIN LATERAL (
               SELECT r.restaurant_id, r.created_at, coalesce(r.ended_at, r.held_until) AS ended_at FROM reservations r
               WHERE r.user_id = a.diner AND r.starts_at > $3 AND r.type = 'online_reservation' AND r.accepted_at IS NULL
                 AND r.created_at > $3
               OFFSET 0) h
           WHERE h.restaurant_id = a.restaurant AND h.ended_at - h.created_at >= make_interval(mins => $4)
           GROUP BY a.restaurant, a.diner"#,
        &restaurants,
        &diners,
        now - WINDOW,
        MIN_MINUTES,
    );
    let pauses = found.fetch_all(conn).await?.into_iter().filter_map(|row| {
        let end = pause_end(row.holds, row.last_end).filter(|end| *end > now)?;
        Some(((row.restaurant, row.diner), end))
    });
    Ok(pauses.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_begins_with_the_third_hold_and_grows() {
        let end = DateTime::UNIX_EPOCH;
        let minutes = |holds| pause_end(holds, end).map(|until| (until - end).num_minutes());
        assert_eq!([0, 2, 3, 4, 6].map(minutes), [None, None, Some(10), Some(20), Some(40)]);
    }
}
