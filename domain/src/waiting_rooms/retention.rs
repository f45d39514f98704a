//! The end of a room's record: its places lead to accounts, and after a while no one verifies the order any more.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;

/// Time from the end of a room in which its order can be verified.
const RETENTION: TimeDelta = TimeDelta::days(90);

/// Deletes old rooms with their places, and returns the number of deleted rows.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let before = now - RETENTION;
    let places = sqlx::query!(
        "DELETE FROM waiting_room_places p USING waiting_rooms w
         WHERE w.restaurant_id = p.restaurant_id AND w.id = p.waiting_room_id AND w.ended_at < $1",
        before,
    );
    let places = places.execute(&mut *conn).await?.rows_affected();
    let rooms = sqlx::query!("DELETE FROM waiting_rooms WHERE ended_at < $1", before);
    Ok(places + rooms.execute(conn).await?.rows_affected())
}
