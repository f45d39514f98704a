//! Moves the stocks of a web slot with its parties from seat to seat, so the slot's offer keeps its size.

use sqlx::PgConnection;

use crate::ids::{InventoryItemId, OnlineStockGroupId, OnlineStockId, ReservationId};
use crate::reservations::model::Reservation;
use crate::reservations::staff::StaffError;

/// Moves the party's stock to the new seat, so the slot offers as many stocks as before. If the slot has a stock on the new seat, that
/// stock moves to the seat that was left and keeps its state: a stock freed by a cancellation is still reserved for its customer
/// groups. A stock whose party has left or did not come moves like a free one.
///
/// # Errors
/// The stock of the new seat belongs to a party of the slot that is still to come or is present.
pub(super) async fn move_to_seats(
    conn: &mut PgConnection,
    reservation: &Reservation,
    left: &[InventoryItemId],
    taken: &[InventoryItemId],
) -> Result<(), StaffError> {
    let Some(slot) = reservation.online_stock_group_id else { return Ok(()) };
    let left: Vec<_> = left.iter().map(|item| item.0).collect();
    let held = sqlx::query_scalar!(
        r#"SELECT id AS "id: OnlineStockId" FROM online_stocks
           WHERE restaurant_id = $1 AND online_stock_group_id = $2 AND online_reservable_id = $3 AND inventory_item_id = ANY ($4)
           ORDER BY id"#,
        reservation.restaurant_id.0,
        slot.0,
        reservation.id.0,
        &left,
    );
    for (stock, item) in held.fetch_all(&mut *conn).await?.into_iter().zip(taken) {
        move_stock(conn, reservation, slot, stock, *item).await?;
    }
    Ok(())
}

/// Moves a returning party's stocks back to its seats, if other parties of the slot used them meanwhile. Reports whether any stock
/// moved.
///
/// # Errors
/// The stock belongs to another party of the slot that is still to come or is present.
pub(super) async fn return_to_seats(conn: &mut PgConnection, reservation: &Reservation) -> Result<bool, StaffError> {
    let Some(slot) = reservation.online_stock_group_id else { return Ok(false) };
    let displaced = sqlx::query_scalar!(
        r#"SELECT k.inventory_item_id AS "item: InventoryItemId" FROM online_stocks k
           WHERE k.restaurant_id = $1 AND k.online_stock_group_id = $2 AND k.online_reservable_id = $3 AND NOT EXISTS (
               SELECT 1 FROM reservation_seats s WHERE s.restaurant_id = $1 AND s.reservation_id = $3 AND s.released_at IS NULL
                   AND s.inventory_item_id = k.inventory_item_id)
           ORDER BY k.id"#,
        reservation.restaurant_id.0,
        slot.0,
        reservation.id.0,
    );
    let displaced = displaced.fetch_all(&mut *conn).await?;
    if displaced.is_empty() {
        return Ok(false);
    }
    let uncovered = sqlx::query_scalar!(
        r#"SELECT s.inventory_item_id AS "item: InventoryItemId" FROM reservation_seats s
           WHERE s.restaurant_id = $1 AND s.reservation_id = $3 AND s.released_at IS NULL AND NOT EXISTS (
               SELECT 1 FROM online_stocks k WHERE k.restaurant_id = $1 AND k.online_stock_group_id = $2
                   AND k.online_reservable_id = $3 AND k.inventory_item_id = s.inventory_item_id)
           ORDER BY s.inventory_item_id"#,
        reservation.restaurant_id.0,
        slot.0,
        reservation.id.0,
    );
    let uncovered = uncovered.fetch_all(&mut *conn).await?;
    move_to_seats(conn, reservation, &displaced, &uncovered).await?;
    Ok(true)
}

async fn move_stock(
    conn: &mut PgConnection,
    reservation: &Reservation,
    slot: OnlineStockGroupId,
    own: OnlineStockId,
    item: InventoryItemId,
) -> Result<(), StaffError> {
    let there = sqlx::query!(
        r#"SELECT k.id, k.online_reservable_id AS "holder: ReservationId",
                  EXISTS (SELECT 1 FROM reservation_service_times v WHERE v.restaurant_id = k.restaurant_id
                              AND v.reservation_id = k.online_reservable_id AND v.left_at IS NOT NULL)
                  OR EXISTS (SELECT 1 FROM reservation_no_shows n WHERE n.restaurant_id = k.restaurant_id
                                 AND n.reservation_id = k.online_reservable_id) AS "is_over!"
           FROM online_stocks k
           WHERE k.restaurant_id = $1 AND k.online_stock_group_id = $2 AND k.inventory_item_id = $3"#,
        reservation.restaurant_id.0,
        slot.0,
        item.0,
    );
    match there.fetch_optional(&mut *conn).await? {
        None => {
            sqlx::query!(
                "UPDATE online_stocks SET inventory_item_id = $3 WHERE restaurant_id = $1 AND id = $2",
                reservation.restaurant_id.0,
                own.0,
                item.0,
            )
            .execute(conn)
            .await?;
        }
        Some(other) if other.holder.is_none() || other.is_over => {
            sqlx::query!(
                "UPDATE online_stocks k SET inventory_item_id = o.inventory_item_id FROM online_stocks o
                 WHERE k.restaurant_id = $1 AND o.restaurant_id = $1 AND k.id IN ($2, $3) AND o.id IN ($2, $3) AND k.id <> o.id",
                reservation.restaurant_id.0,
                own.0,
                other.id,
            )
            .execute(conn)
            .await?;
        }
        Some(_) => return Err(StaffError::SlotSeatTaken),
    }
    Ok(())
}
