//! Seats of a booking of another service: stocks of a web slot with the same start, or else free seats.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::OffsiteVisit;
use crate::ids::{
    InventoryGroupId, InventoryItemId, OnlineStockGroupId, OnlineStockId, OsgTimeId, ReservationId, RestaurantId,
};
use crate::inventory::seating::{FreeStock, choose, stocks_needed};
use crate::reservations::bookings::form::FormSeatGroup;
use crate::reservations::bookings::queries::{self, StayRange};
use crate::reservations::bookings::reseat::reseat;
use crate::reservations::seats::{self, SeatClaim, SeatClaimOutcome};
use crate::reservations::staff::StaffError;

/// The seats of a visit.
pub(super) struct OffsitePlace {
    pub(super) group: InventoryGroupId,
    pub(super) ends_at: DateTime<Utc>,
    seats: OffsiteSeats,
}

enum OffsiteSeats {
    /// Stocks of a web slot. They can be offered again after a cancellation.
    Stocks {
        slot: OnlineStockGroupId,
        time: OsgTimeId,
        stocks: Vec<FreeStock>,
    },
    Items(Vec<InventoryItemId>),
}

/// Returns the seat group with the uid, or all groups in order.
pub(super) async fn groups(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: Option<&str>,
) -> Result<Vec<FormSeatGroup>, StaffError> {
    if let Some(uid) = uid {
        let group = queries::find_group(conn, restaurant, Some(uid), None).await?;
        return Ok(vec![group.ok_or(StaffError::Field("inventory_group_uid", "inventory_group_unknown"))?]);
    }
    Ok(queries::list_groups(conn, restaurant).await?)
}

/// Finds the first seat group with enough free seats, preferring stocks of a web slot.
pub(super) async fn find_place(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    visit: &OffsiteVisit,
    groups: &[FormSeatGroup],
) -> Result<OffsitePlace, StaffError> {
    let max_guests = groups.iter().map(FormSeatGroup::max_guests).max().unwrap_or_default();
    if visit.guests > max_guests {
        return Err(StaffError::GuestsOutOfRange(max_guests));
    }
    for group in groups {
        let needed = stocks_needed(visit.guests, group.capacity);
        if let Some(place) = find_stocks(conn, restaurant, visit, group, needed).await? {
            return Ok(place);
        }
        let ends_at = visit.ends_at.unwrap_or(visit.usual_end);
        let span = StayRange { from: visit.starts_at, till: ends_at };
        // No reservation has the number 0, so every occupied seat counts as taken.
        let choices = queries::list_seat_choices(conn, restaurant, group.id, span, ReservationId(0)).await?;
        let free: Vec<_> = choices.into_iter().filter(|seat| seat.is_free).map(|seat| seat.id).collect();
        if let Some(items) = reseat(group, &[], &free, needed) {
            return Ok(OffsitePlace { group: group.id, ends_at, seats: OffsiteSeats::Items(items) });
        }
    }
    Err(StaffError::NotEnoughSeats)
}

/// Finds free stocks of a web slot that starts with the visit. Slots for gold diners, whitelisted stocks, and stocks in a freed slot
/// stay reserved for the diners they are offered to.
async fn find_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    visit: &OffsiteVisit,
    group: &FormSeatGroup,
    needed: usize,
) -> sqlx::Result<Option<OffsitePlace>> {
    let times = sqlx::query!(
        r#"SELECT o.id AS "slot: OnlineStockGroupId", t.id AS "time: OsgTimeId", t.ends_at
           FROM online_stock_groups o
           JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id AND t.starts_at = $4
           WHERE o.restaurant_id = $1 AND o.inventory_group_id = $2 AND o.date = $3 AND o.deleted_at IS NULL
             AND ($5::timestamptz IS NULL OR t.ends_at = $5)
             AND NOT EXISTS (SELECT 1 FROM gold_allocations ga
                 WHERE ga.restaurant_id = o.restaurant_id AND ga.online_stock_group_id = o.id)
           ORDER BY o.id, t.ends_at"#,
        restaurant.0,
        group.id.0,
        visit.date,
        visit.starts_at,
        visit.ends_at,
    );
    for time in times.fetch_all(&mut *conn).await? {
        let free = sqlx::query_as!(
            FreeStock,
            r#"SELECT k.id AS "stock: OnlineStockId", i.id AS "item: InventoryItemId", i.position, false AS "is_whitelisted!"
               FROM online_stocks k
               JOIN inventory_items i ON i.restaurant_id = k.restaurant_id AND i.id = k.inventory_item_id
               WHERE k.restaurant_id = $1 AND k.online_stock_group_id = $2 AND k.online_reservable_id IS NULL
                 AND k.access_control = 'blacklist'
                 AND NOT EXISTS (SELECT 1 FROM reservation_seats s
                     WHERE s.restaurant_id = $1 AND s.inventory_item_id = k.inventory_item_id AND s.released_at IS NULL
                       AND seat_overlaps(s.during, $3, $4))
                 AND NOT EXISTS (SELECT 1 FROM online_cancellation_stocks cs JOIN online_cancellations c
                     ON c.restaurant_id = cs.restaurant_id AND c.id = cs.online_cancellation_id AND c.outcome IS NULL
                     WHERE cs.restaurant_id = k.restaurant_id AND cs.online_stock_id = k.id)
               ORDER BY i.position, i.id"#,
            restaurant.0,
            time.slot.0,
            visit.starts_at,
            time.ends_at,
        );
        let free = free.fetch_all(&mut *conn).await?;
        if let Some(stocks) = choose(&free, needed) {
            let seats = OffsiteSeats::Stocks { slot: time.slot, time: time.time, stocks };
            return Ok(Some(OffsitePlace { group: group.id, ends_at: time.ends_at, seats }));
        }
    }
    Ok(None)
}

impl OffsitePlace {
    /// Ids of the web slot and its time, if the seats are stocks.
    pub(super) fn slot(&self) -> (Option<i64>, Option<i64>) {
        match &self.seats {
            OffsiteSeats::Stocks { slot, time, .. } => (Some(slot.0), Some(time.0)),
            OffsiteSeats::Items(_) => (None, None),
        }
    }
}

/// Assigns the seats of the place to the booking.
pub(super) async fn assign_seats(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    visit: &OffsiteVisit,
    place: &OffsitePlace,
) -> Result<(), StaffError> {
    let claim = SeatClaim {
        reservation: id,
        restaurant,
        course: visit.course.id,
        date: visit.date,
        guests: visit.guests,
        starts_at: visit.starts_at,
        ends_at: place.ends_at,
    };
    let taken = match &place.seats {
        OffsiteSeats::Stocks { stocks, .. } => seats::claim_seats(conn, &claim, stocks).await?,
        OffsiteSeats::Items(items) => seats::assign_seats(conn, &claim, items).await?,
    };
    match taken {
        SeatClaimOutcome::Taken => Ok(()),
        SeatClaimOutcome::SeatsGone => Err(StaffError::SeatTaken),
        SeatClaimOutcome::CourseFull => Err(StaffError::CourseFull),
    }
}
