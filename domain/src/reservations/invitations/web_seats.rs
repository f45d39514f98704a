//! The stocks that an invitation removed from the web. Its end never opens them again (owner section 4); staff may (gaps G308).

use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::audit;
use crate::ids::{InventoryItemId, OnlineStockGroupId, ReservationId, RestaurantId};
use crate::inventory;
use crate::reservations::model::EndKind;
use crate::reservations::queries;
use crate::reservations::staff::{StaffContext, StaffError};

/// Returns the free stocks of the items in the locked slots, with their access, as they are stored with an invitation. `None` without any.
pub(super) async fn list_free_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
    items: &[InventoryItemId],
) -> sqlx::Result<Option<Value>> {
    let slots: Vec<_> = slots.iter().map(|slot| slot.0).collect();
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    sqlx::query_scalar!(
        r#"SELECT jsonb_agg(jsonb_build_object('slot', k.online_stock_group_id, 'item', k.inventory_item_id,
                      'access', k.access_control, 'customer_groups', (
                          SELECT coalesce(jsonb_agg(g.customer_group_id), '[]') FROM online_stock_customer_groups g
                          WHERE g.restaurant_id = k.restaurant_id AND g.online_stock_id = k.id))) AS stocks
           FROM online_stocks k
           WHERE k.restaurant_id = $1 AND k.online_stock_group_id = ANY ($2) AND k.inventory_item_id = ANY ($3)
             AND k.online_reservable_id IS NULL"#,
        restaurant.0,
        &slots,
        &items,
    )
    .fetch_one(conn)
    .await
}

/// Stores the stocks that an invitation removed.
pub(super) async fn store_removed(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    invitation: ReservationId,
    stocks: Option<Value>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservation_invites SET removed_stocks = $3 WHERE restaurant_id = $1 AND reservation_id = $2",
        restaurant.0,
        invitation.0,
        stocks,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Opens the seats of an invitation that ended without a booking on the web again, in their slots and for the same customer groups. Returns
/// the number of opened stocks; a repeated call opens none.
///
/// # Errors
/// The invitation waits for its answer, or became a booking.
pub async fn open_on_web(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
) -> Result<usize, StaffError> {
    let restaurant = staff.restaurant.id;
    let slots = list_removed_slots(conn, restaurant, id).await?;
    inventory::queries::lock_slots(conn, restaurant, &slots).await?;
    let reservation = queries::lock(conn, restaurant, id).await?;
    let end = EndKind::of(reservation.status, reservation.accepted_at.is_some());
    if !reservation.kind.is_invited() || !end.is_some_and(EndKind::is_unaccepted) {
        return Err(StaffError::InvitationOpen);
    }
    let opened = insert_removed(conn, restaurant, id).await?;
    restore_slots(conn, restaurant, &slots).await?;
    store_removed(conn, restaurant, id, None).await?;
    if opened > 0 {
        let event = audit::Event {
            actor: staff.actor,
            action: "invitation_web_seats_opened",
            restaurant: Some(restaurant),
            reservation: Some(id),
            detail: json!({ "stocks": opened }),
        };
        audit::record(conn, staff.now, event).await?;
        inventory::queries::refresh_days(conn, restaurant, &[reservation.date]).await?;
    }
    Ok(opened)
}

async fn list_removed_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Vec<OnlineStockGroupId>> {
    sqlx::query_scalar!(
        r#"SELECT DISTINCT (k.stock->>'slot')::bigint AS "slot!: OnlineStockGroupId" FROM reservation_invites i
           CROSS JOIN LATERAL jsonb_array_elements(i.removed_stocks) AS k (stock)
           WHERE i.restaurant_id = $1 AND i.reservation_id = $2"#,
        restaurant.0,
        id.0,
    )
    .fetch_all(conn)
    .await
}

/// Inserts the stored stocks that do not exist. A stock without customer groups is open to all diners. The slots are locked.
async fn insert_removed(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<usize> {
    let opened = sqlx::query_scalar!(
        r#"WITH removed AS (
               SELECT (k.stock->>'slot')::bigint AS slot, (k.stock->>'item')::bigint AS item, k.stock->>'access' AS access,
                      k.stock->'customer_groups' AS customer_groups
               FROM reservation_invites i CROSS JOIN LATERAL jsonb_array_elements(i.removed_stocks) AS k (stock)
               WHERE i.restaurant_id = $1 AND i.reservation_id = $2),
           stocks AS (
               INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id, access_control)
               SELECT o.restaurant_id, o.id, t.id, CASE WHEN m.customer_groups = '[]' THEN 'blacklist' ELSE m.access END
               FROM removed m
               JOIN online_stock_groups o ON o.restaurant_id = $1 AND o.id = m.slot
               JOIN inventory_items t ON t.restaurant_id = $1 AND t.id = m.item
               WHERE NOT EXISTS (SELECT 1 FROM online_stocks s WHERE s.restaurant_id = $1 AND s.online_stock_group_id = m.slot
                   AND s.inventory_item_id = m.item)
               RETURNING restaurant_id, id, online_stock_group_id, inventory_item_id),
           listed AS (
               INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
               SELECT s.restaurant_id, s.id, g.id FROM stocks s
               JOIN removed m ON m.slot = s.online_stock_group_id AND m.item = s.inventory_item_id
               JOIN customer_groups g ON g.restaurant_id = $1 AND m.customer_groups @> to_jsonb(g.id))
           SELECT id AS "id!" FROM stocks"#,
        restaurant.0,
        id.0,
    );
    Ok(opened.fetch_all(conn).await?.len())
}

/// Restores the slots that ended with their last stock.
async fn restore_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
) -> sqlx::Result<()> {
    let slots: Vec<_> = slots.iter().map(|slot| slot.0).collect();
    sqlx::query!(
        "UPDATE online_stock_groups o SET deleted_at = NULL WHERE o.restaurant_id = $1 AND o.id = ANY ($2) AND o.deleted_at IS NOT NULL
           AND EXISTS (SELECT 1 FROM online_stocks k WHERE k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id)",
        restaurant.0,
        &slots,
    )
    .execute(conn)
    .await?;
    Ok(())
}
