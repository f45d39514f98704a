//! Staff move a party to other seats of the same group at the same time, for reservations of any kind. The terms that the guest agreed
//! to (day, time and kind of seat) stay.

use serde_json::json;
use sqlx::PgConnection;

use super::form::FormSeatGroup;
use super::move_stocks;
use super::queries::{self, StayRange};
use super::relocate::{ExpectedPlace, require_group, require_unmoved, require_version};
use super::stay::{places, remaining_stay, seated};
use crate::audit;
use crate::ids::{InventoryItemId, ReservationId};
use crate::inventory;
use crate::reservations;
use crate::reservations::model::{Kind, Reservation, Status};
use crate::reservations::seats;
use crate::reservations::staff::{StaffContext, StaffError};

/// Moves a party to other seats of its group. The number of seats stays.
///
/// # Errors
/// The reservation has ended, is a diner's hold, has an open cancel request, or has another version or other seats than the writer saw; or
/// a seat is already taken.
pub async fn move_seats(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    uids: &[String],
    seen: &ExpectedPlace,
) -> Result<(), StaffError> {
    let found = reservations::queries::find(conn, id).await?.ok_or(StaffError::NotFound)?;
    let group = queries::find_group_of(conn, id).await?.ok_or(StaffError::NotFound)?;
    queries::lock_slots_over(conn, staff.restaurant.id, &[group.id], &[StayRange::of_reservation(&found)]).await?;
    let reservation = reservations::queries::lock(conn, staff.restaurant.id, id).await?;
    require_version(&reservation, seen.version)?;
    require_group(conn, id, group.id).await?;
    require_movable(conn, &reservation).await?;
    require_unmoved(conn, &reservation, seen).await?;
    let own = queries::list_own_items(conn, reservation.restaurant_id, id).await?;
    let items = choose_items(&group, uids, own.len())?;
    let without = |these: &[InventoryItemId], those: &[InventoryItemId]| -> Vec<_> {
        these.iter().copied().filter(|item| !those.contains(item)).collect()
    };
    let (left, taken) = (without(&own, &items), without(&items, &own));
    if taken.is_empty() {
        return Ok(());
    }
    let stay = seated(conn, &reservation, StayRange::of_reservation(&reservation)).await?;
    let places = places(conn, &reservation, &taken, stay, staff.now).await?;
    if !seats::change_items(conn, &reservation, &left, &places, stay.till, staff.now).await? {
        let rest = remaining_stay(stay, staff.now);
        return Err(queries::conflict(conn, reservation.restaurant_id, &taken, rest, Some(id)).await?);
    }
    move_stocks::move_to_seats(conn, &reservation, &left, &taken).await?;
    queries::raise_version(conn, reservation.restaurant_id, id).await?;
    record(conn, staff, &reservation, &own, &items).await?;
    Ok(inventory::queries::refresh_days(conn, staff.restaurant.id, &[reservation.date]).await?)
}

/// An unanswered invitation occupies its seats like a booking.
async fn require_movable(conn: &mut PgConnection, reservation: &Reservation) -> Result<(), StaffError> {
    match reservation.status {
        Status::Accepted => {}
        Status::Pending if reservation.kind.is_invited() => {}
        Status::Pending if reservation.kind == Kind::OnlineReservation => return Err(StaffError::SeatHeld),
        _ => return Err(StaffError::Ended),
    }
    match reservations::queries::is_locked(conn, reservation.restaurant_id, reservation.id).await? {
        true => Err(StaffError::Locked),
        false => Ok(()),
    }
}

/// Returns the seats with the given uids, without duplicates, in the order of their positions.
fn choose_items(group: &FormSeatGroup, uids: &[String], needed: usize) -> Result<Vec<InventoryItemId>, StaffError> {
    let items: Vec<_> = group.items.iter().filter(|item| uids.contains(&item.uid)).map(|item| item.id).collect();
    match items.len() == uids.len() && items.len() == needed {
        true => Ok(items),
        false => Err(StaffError::Incomplete("inventory_item_uids")),
    }
}

async fn record(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    from: &[InventoryItemId],
    to: &[InventoryItemId],
) -> sqlx::Result<()> {
    let numbers = |items: &[InventoryItemId]| items.iter().map(|item| item.0).collect::<Vec<_>>();
    let event = audit::Event {
        actor: staff.actor,
        action: "reservation_seats_moved",
        restaurant: Some(staff.restaurant.id),
        reservation: Some(reservation.id),
        detail: json!({ "from": numbers(from), "to": numbers(to) }),
    };
    audit::record(conn, staff.now, event).await
}
