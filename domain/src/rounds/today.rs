//! Restaurants that open today by a round that no worker has created (gaps G054).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::plan::is_late;
use super::queries;
use crate::ids::RestaurantId;
use crate::restaurants::admin_list::ListedRestaurant;

/// Marks the restaurants of the admins' list that open today by a round that is not stored. Runs no query while the stored rounds reach far
/// enough ahead.
pub async fn mark(conn: &mut PgConnection, now: DateTime<Utc>, listed: &mut [ListedRestaurant]) -> sqlx::Result<()> {
    let is_asked = |row: &ListedRestaurant| !row.opens_today && is_late(row.rounds_made_until, now);
    let late: Vec<RestaurantId> = listed.iter().filter(|row| is_asked(row)).map(|row| row.id).collect();
    if late.is_empty() {
        return Ok(());
    }
    let unmade = queries::list_missing(conn, &late, now).await?;
    for row in listed.iter_mut().filter(|row| is_asked(row)) {
        let today = row.zone.date_of(now);
        let mut rounds =
            unmade.iter().filter(|((restaurant, _), _)| *restaurant == row.id).flat_map(|(_, rounds)| rounds);
        row.opens_today = rounds.any(|round| row.zone.date_of(round.effective_at) == today);
    }
    Ok(())
}
