//! Repeated holds of a diner that end without a booking keep the seats from everyone else. After the third the diner waits before the next one
//! (gaps G264).

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use crate::ids::{RestaurantId, UserId};

/// The holds of this time count.
pub(super) const WINDOW: Duration = Duration::hours(2);
/// A shorter hold does not count: the diner chose other seats, or released them.
pub(super) const MIN_MINUTES: i32 = 5;
/// Number of holds from which the diner waits.
const ALLOWED: usize = 3;
/// The first pause after the end of the last hold. Each further hold adds the same time.
const PAUSE: Duration = Duration::minutes(10);

/// Returns the end of the pause after holds without a booking that ended, or end, at these instants. `None` if there is no pause at `now`.
pub(super) fn pause_end(hold_ends: &[DateTime<Utc>], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let further = i32::try_from(hold_ends.len().checked_sub(ALLOWED)?).ok()?;
    let end = *hold_ends.iter().max()? + PAUSE * (further + 1);
    Some(end).filter(|end| *end > now)
}

/// Returns the instant from which a diner may hold seats of a restaurant again, if there is a pause. A live hold counts until its planned end:
/// it may become a booking, or be released early, and then does not count any more. Hold requests read the same with their diners
/// (`availability::queries::find_hold_diners`).
pub async fn find_pause(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    // A hold is made before its visit, so the index by diner and start finds the recent ones without the diner's past visits. Any plan uses
    // it, because the holds are in its order.
    let hold_ends = sqlx::query_scalar!(
        r#"SELECT coalesce(r.ended_at, r.held_until) AS "ended_at!" FROM reservations r
           WHERE r.restaurant_id = $1 AND r.user_id = $2 AND r.starts_at > $3 AND r.type = 'online_reservation' AND r.accepted_at IS NULL
             AND r.created_at > $3 AND coalesce(r.ended_at, r.held_until) - r.created_at >= make_interval(mins => $4)
           ORDER BY r.starts_at DESC"#,
        restaurant.0,
        diner.0,
        now - WINDOW,
        MIN_MINUTES,
    )
    .fetch_all(conn)
    .await?;
    Ok(pause_end(&hold_ends, now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_begins_with_the_third_hold_and_grows() {
        let now = DateTime::UNIX_EPOCH;
        let minutes = |holds: i32| {
            let ends: Vec<_> = (1 - holds..=0).map(|earlier| now + Duration::minutes(earlier.into())).collect();
            pause_end(&ends, now).map(|until| (until - now).num_minutes())
        };
        assert_eq!([0, 2, 3, 4, 6].map(minutes), [None, None, Some(10), Some(20), Some(40)]);
    }

    #[test]
    fn pause_ends() {
        let end = DateTime::UNIX_EPOCH;
        let minutes = |later| pause_end(&[end; 3], end + Duration::minutes(later)).is_some();
        assert_eq!([0, 9, 10].map(minutes), [true, true, false]);
    }
}
