//! No-shows: guests who did not come.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{OwnerId, ReservationId, RestaurantId};

/// Records a no-show of a reservation; an existing record stays. Without a time, deletes the record.
pub async fn set_no_show(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
    owner: OwnerId,
    noted_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    let Some(noted_at) = noted_at else {
        let deleted = sqlx::query!(
            "DELETE FROM reservation_no_shows WHERE restaurant_id = $1 AND reservation_id = $2",
            restaurant.0,
            reservation.0
        );
        deleted.execute(conn).await?;
        return Ok(());
    };
    sqlx::query!(
        "INSERT INTO reservation_no_shows (reservation_id, restaurant_id, owner_id, recorded_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (restaurant_id, reservation_id) DO NOTHING",
        reservation.0,
        restaurant.0,
        owner.0,
        noted_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}
