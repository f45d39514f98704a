//! Staff restore a deleted in-person reservation.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries::{self, StayRange};
use crate::audit;
use crate::ids::{InventoryItemId, ReservationId};
use crate::inventory;
use crate::reservations::model::{Kind, Reservation, Status};
use crate::reservations::seats::{self, SeatAssignment, SeatClaim, SeatClaimOutcome};
use crate::reservations::staff::{StaffContext, StaffError};

/// Restores a deleted in-person reservation on its previous seats only. Rejects it if a seat is taken or the course is full. A
/// rejection that an ended hold may cause is retried as in `create_in_person`.
pub async fn restore(conn: &mut PgConnection, staff: StaffContext<'_>, id: ReservationId) -> Result<(), StaffError> {
    let reservation = queries::lock_with_slots(conn, id).await?;
    if reservation.kind != Kind::OfflineReservation || reservation.status != Status::OwnerDelete {
        return Err(StaffError::NotDeleted);
    }
    reassign_seats(conn, &reservation).await?;
    sqlx::query!(
        "UPDATE reservations SET status = 'accepted', ended_at = NULL, version = version + 1 WHERE restaurant_id = $2 AND id = $1",
        id.0,
        staff.restaurant.id.0,
    )
    .execute(&mut *conn)
    .await?;
    let event = audit::Event {
        actor: staff.actor,
        action: "offline_reservation_restored",
        restaurant: Some(staff.restaurant.id),
        reservation: Some(id),
        detail: json!({}),
    };
    audit::record(conn, staff.now, event).await?;
    Ok(inventory::queries::refresh_days(conn, staff.restaurant.id, &[reservation.date]).await?)
}

async fn reassign_seats(conn: &mut PgConnection, reservation: &Reservation) -> Result<(), StaffError> {
    let had = list_released_seats(conn, reservation).await?;
    let places: Vec<_> = had.iter().map(|(place, _)| *place).collect();
    let till = had.iter().map(|(_, till)| *till).max().ok_or(StaffError::NotEnoughSeats)?;
    let claim = SeatClaim {
        reservation: reservation.id,
        restaurant: reservation.restaurant_id,
        course: reservation.course_id.ok_or(StaffError::Incomplete("course_uid"))?,
        date: reservation.date,
        guests: reservation.guests_count,
        starts_at: reservation.starts_at,
        ends_at: till,
    };
    match seats::assign_seats_from(conn, &claim, &places).await? {
        SeatClaimOutcome::Taken => Ok(()),
        SeatClaimOutcome::CourseFull => Err(StaffError::CourseFull),
        SeatClaimOutcome::SeatsGone => {
            let items: Vec<_> = places.iter().map(|place| place.item).collect();
            let from = places.iter().map(|place| place.from).min().unwrap_or(reservation.starts_at);
            let span = StayRange { from, till };
            Err(queries::conflict(conn, reservation.restaurant_id, &items, span, Some(reservation.id)).await?)
        }
    }
}

/// Returns the seats that the reservation had when it was deleted, with the start and end of each. They may differ from the start and
/// end of the reservation.
async fn list_released_seats(
    conn: &mut PgConnection,
    reservation: &Reservation,
) -> sqlx::Result<Vec<(SeatAssignment, DateTime<Utc>)>> {
    // A reservation that is deleted, restored and deleted at the same instant has released its seats twice.
    let rows = sqlx::query!(
        r#"SELECT DISTINCT ON (s.inventory_item_id) s.inventory_item_id AS "item: InventoryItemId",
                  lower(s.during) AS "from!", upper(s.during) AS "till!"
           FROM reservation_seats s
           JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
           WHERE s.restaurant_id = $2 AND s.reservation_id = $1 AND s.released_at = r.ended_at
           ORDER BY s.inventory_item_id, lower(s.during)"#,
        reservation.id.0,
        reservation.restaurant_id.0,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| (SeatAssignment { item: row.item, from: row.from }, row.till)).collect())
}
