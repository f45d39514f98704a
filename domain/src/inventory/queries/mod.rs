//! SQL of slots, their stocks and the seats below them. `slots` creates and changes slots, `list` lists them, `offers` returns their
//! offers.

pub mod list;
pub mod offers;
pub mod slots;

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{
    CourseId, CustomerGroupId, GoldRoundId, InventoryGroupId, InventoryItemId, OnlineStockGroupId, OnlineStockId,
    ReservationId, RestaurantId,
};
use crate::inventory::model::{
    CourseChoice, GoldAllocation, GoldRound, InventoryItem, SeatGroup, SelectorRow, SlotGroupChoice, StaffSlot,
    StaffStock,
};
use crate::inventory::slot_form::StockAccess;
use crate::money::Yen;
use crate::restaurants::model::{Bilingual, OperationName};

/// Counts stocks of a slot that no live reservation occupies at `now`, and returns the next expiry of a hold on one of them. None of them
/// count if pacing rejects another party at all of its start times, which any hold of its meal may have caused.
pub async fn count_free_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> sqlx::Result<(i64, Option<DateTime<Utc>>)> {
    let row = sqlx::query!(
        r#"WITH paced AS MATERIALIZED (
               SELECT o.restaurant_id, o.id, o.date, o.operation, op.pacing_max_guests, op.pacing_max_parties
               FROM online_stock_groups o JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation
               WHERE o.restaurant_id = $3 AND o.id = $1 AND (op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL)),
           coming AS MATERIALIZED (
               SELECT r.starts_at, r.guests_count, r.status, r.held_until
               FROM paced p JOIN reservations r ON r.restaurant_id = p.restaurant_id AND r.date = p.date AND r.operation = p.operation
               WHERE r.status = 'accepted' OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $2)),
           is_full AS (
               SELECT bool_and(NOT quarter_takes(p.pacing_max_guests, p.pacing_max_parties, c.guests, c.parties, 1)) AS told
               FROM paced p JOIN osg_times t ON t.restaurant_id = p.restaurant_id AND t.online_stock_group_id = p.id
               CROSS JOIN LATERAL (SELECT coalesce(sum(guests_count), 0) AS guests, count(*) AS parties FROM coming
                                   WHERE quarter_of(coming.starts_at) = quarter_of(t.starts_at)) c)
           SELECT CASE WHEN (SELECT told FROM is_full) THEN 0 ELSE
                      count(*) FILTER (WHERE r.id IS NULL OR r.status = 'pending' AND r.held_until <= $2) END AS "free!",
                  least(min(r.held_until) FILTER (WHERE r.status = 'pending' AND r.held_until > $2),
                        (SELECT min(held_until) FROM coming WHERE status = 'pending')) AS "until?"
           FROM online_stocks s LEFT JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.online_reservable_id
           WHERE s.restaurant_id = $3 AND s.online_stock_group_id = $1"#,
        slot.0,
        now,
        restaurant.0,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.free, row.until))
}

/// Returns a slot's id by its id or uid, including deleted ones; None for another restaurant's.
pub async fn find_id(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: Option<OnlineStockGroupId>,
    uid: Option<&str>,
) -> sqlx::Result<Option<OnlineStockGroupId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: OnlineStockGroupId" FROM online_stock_groups WHERE restaurant_id = $1 AND (id = $2 OR uid = $3)"#,
        restaurant.0,
        id.map(|id| id.0),
        uid,
    )
    .fetch_optional(conn)
    .await
}

/// Returns a slot as staff see it. To change it, lock it first.
pub async fn find_slot(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> sqlx::Result<StaffSlot> {
    let row = sqlx::query!(
        r#"SELECT o.uid, o.restaurant_id AS "restaurant: RestaurantId", o.date, o.operation AS "operation: OperationName",
                  o.guests_counts, o.always_allow_last_solo, o.show_end_time_on_title, o.custom_title_ja, o.custom_title_en,
                  o.deleted_at IS NOT NULL AS "is_deleted!", o.inventory_group_id AS "group: InventoryGroupId",
                  (SELECT array_agg(t.starts_at ORDER BY t.starts_at, t.ends_at) FROM osg_times t
                   WHERE t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id) AS starts,
                  (SELECT array_agg(t.ends_at ORDER BY t.starts_at, t.ends_at) FROM osg_times t
                   WHERE t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id) AS ends,
                  (SELECT array_agg(c.course_id ORDER BY c.course_id) FROM osg_courses c
                   WHERE c.restaurant_id = o.restaurant_id AND c.online_stock_group_id = o.id) AS courses,
                  r.title AS "round_title?", r.slug AS "round_slug?", g.uid AS "gold_uid?", g.listed_from AS "listed_from?",
                  g.available_as_second_from AS "available_as_second_from?"
           FROM online_stock_groups o
           LEFT JOIN gold_allocations g ON g.restaurant_id = o.restaurant_id AND g.online_stock_group_id = o.id
           LEFT JOIN gold_rounds r ON r.id = g.gold_round_id
           WHERE o.restaurant_id = $2 AND o.id = $1"#,
        id.0,
        restaurant.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let gold =
        row.gold_uid.zip(row.round_title).zip(row.round_slug).map(|((uid, round_title), round_slug)| GoldAllocation {
            uid,
            round_title,
            round_slug,
            listed_from: row.listed_from,
            available_as_second_from: row.available_as_second_from,
        });
    Ok(StaffSlot {
        id,
        uid: row.uid,
        date: row.date,
        operation: row.operation,
        group: find_group(conn, row.restaurant, row.group).await?,
        guests_counts: row.guests_counts,
        always_allow_last_solo: row.always_allow_last_solo,
        show_end_time_on_title: row.show_end_time_on_title,
        custom_title_ja: row.custom_title_ja,
        custom_title_en: row.custom_title_en,
        is_deleted: row.is_deleted,
        times: row.starts.into_iter().flatten().zip(row.ends.into_iter().flatten()).collect(),
        courses: row.courses.into_iter().flatten().map(CourseId).collect(),
        stocks: list_stocks(conn, restaurant, id, now).await?,
        selectors: list_selectors(conn, restaurant, id).await?,
        gold,
    })
}

/// Returns the stocks of a slot in the order of their items. A hold that expired before `now` does not occupy its stocks.
async fn list_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<StaffStock>> {
    let rows = sqlx::query!(
        r#"SELECT s.id AS "id: OnlineStockId", i.id AS "item: InventoryItemId", i.uid, i.label, s.access_control,
                  array(SELECT x.customer_group_id FROM online_stock_customer_groups x
                      WHERE x.restaurant_id = s.restaurant_id AND x.online_stock_id = s.id) AS "groups!",
                  CASE WHEN NOT (r.status = 'pending' AND coalesce(r.held_until <= $2, false)) THEN r.id END
                      AS "reservation: ReservationId",
                  EXISTS (SELECT 1 FROM online_cancellation_stocks cs JOIN online_cancellations c
                      ON c.restaurant_id = cs.restaurant_id AND c.id = cs.online_cancellation_id
                          WHERE cs.restaurant_id = s.restaurant_id AND cs.online_stock_id = s.id AND c.outcome IS NULL
                              AND c.starts_at > $2) AS "is_freed!"
           FROM online_stocks s
           JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
           LEFT JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.online_reservable_id
           WHERE s.restaurant_id = $3 AND s.online_stock_group_id = $1 ORDER BY i.position, i.id"#,
        slot.0,
        now,
        restaurant.0,
    )
    .fetch_all(conn)
    .await?;
    let stocks = rows.into_iter().map(|row| StaffStock {
        id: row.id,
        item: InventoryItem { id: row.item, uid: row.uid, label: row.label },
        access: StockAccess {
            is_whitelist: row.access_control == "whitelist",
            groups: row.groups.into_iter().map(CustomerGroupId).collect::<BTreeSet<_>>(),
        },
        online_reservable_id: row.reservation,
        is_freed: row.is_freed,
    });
    Ok(stocks.collect())
}

async fn list_selectors(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
) -> sqlx::Result<Vec<SelectorRow>> {
    sqlx::query_as!(
        SelectorRow,
        r#"SELECT customer_group_id AS "group: CustomerGroupId", guests_count, max_per_isg, is_last_solo
           FROM osg_guests_count_selectors WHERE restaurant_id = $2 AND online_stock_group_id = $1 ORDER BY guests_count"#,
        slot.0,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Returns a kind of seats by its uid; None for another restaurant's.
pub async fn find_group_id(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<InventoryGroupId>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id: InventoryGroupId" FROM inventory_groups WHERE restaurant_id = $1 AND uid = $2"#,
        restaurant.0,
        uid,
    )
    .fetch_optional(conn)
    .await
}

pub async fn find_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: InventoryGroupId,
) -> sqlx::Result<SeatGroup> {
    list_seat_groups_where(conn, restaurant, Some(id)).await?.pop().ok_or(sqlx::Error::RowNotFound)
}

/// Returns all kinds of seats of a restaurant, in order.
pub async fn list_seat_groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<SeatGroup>> {
    list_seat_groups_where(conn, restaurant, None).await
}

async fn list_seat_groups_where(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: Option<InventoryGroupId>,
) -> sqlx::Result<Vec<SeatGroup>> {
    let id = id.map(|id| id.0);
    let groups = sqlx::query!(
        r#"SELECT id AS "id: InventoryGroupId", uid, title_ja, title_en, capacity_per_stock FROM inventory_groups
           WHERE restaurant_id = $1 AND ($2::bigint IS NULL OR id = $2) ORDER BY position, id"#,
        restaurant.0,
        id,
    )
    .fetch_all(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT inventory_group_id AS "group: InventoryGroupId", id AS "id: InventoryItemId", uid, label FROM inventory_items
           WHERE restaurant_id = $1 AND ($2::bigint IS NULL OR inventory_group_id = $2) ORDER BY position, id"#,
        restaurant.0,
        id,
    );
    let mut items: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows.fetch_all(conn).await? {
        items.entry(row.group).or_default().push(InventoryItem { id: row.id, uid: row.uid, label: row.label });
    }
    let groups = groups.into_iter().map(|group| SeatGroup {
        items: items.remove(&group.id).unwrap_or_default(),
        id: group.id,
        uid: group.uid,
        title: Bilingual::new(group.title_ja, group.title_en),
        capacity_per_stock: group.capacity_per_stock,
    });
    Ok(groups.collect())
}

/// Returns all customer groups of a restaurant, including archived ones.
pub async fn list_groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<SlotGroupChoice>> {
    sqlx::query_as!(
        SlotGroupChoice,
        r#"SELECT id AS "id: CustomerGroupId", label, label_short, archived_at IS NOT NULL AS "is_archived!"
           FROM customer_groups WHERE restaurant_id = $1 ORDER BY id"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Returns the courses of a restaurant whose meals are served, with the number of guests of each on a day.
pub async fn list_courses(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
) -> sqlx::Result<Vec<CourseChoice>> {
    let rows = sqlx::query!(
        r#"SELECT c.id AS "id: CourseId", c.uid, c.operation AS "operation: OperationName", c.title_ja, c.title_en, c.price AS "price: Yen", c.is_active,
                  least(c.daily_max, d.daily_max) AS daily_max, coalesce(d.guests_count, 0) AS "booked_guests!"
           FROM courses c
           JOIN operations o ON o.restaurant_id = c.restaurant_id AND o.name = c.operation AND o.is_active
           LEFT JOIN course_days d ON d.restaurant_id = c.restaurant_id AND d.course_id = c.id AND d.date = $2
           WHERE c.restaurant_id = $1 ORDER BY c.position, c.id"#,
        restaurant.0,
        date,
    )
    .fetch_all(conn)
    .await?;
    let courses = rows.into_iter().map(|row| CourseChoice {
        id: row.id,
        uid: row.uid,
        operation: row.operation,
        title: Bilingual::new(row.title_ja, row.title_en),
        price: row.price,
        is_active: row.is_active,
        daily_max: row.daily_max,
        booked_guests: row.booked_guests,
    });
    Ok(courses.collect())
}

/// Returns the rounds of the gold programme, newest first.
pub async fn list_gold_rounds(conn: &mut PgConnection) -> sqlx::Result<Vec<GoldRound>> {
    sqlx::query_as!(GoldRound, r#"SELECT id AS "id: GoldRoundId", title, slug FROM gold_rounds ORDER BY id DESC"#)
        .fetch_all(conn)
        .await
}

pub async fn find_gold_round(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<GoldRoundId>> {
    let id = sqlx::query_scalar!("SELECT id FROM gold_rounds WHERE slug = $1", slug);
    Ok(id.fetch_optional(conn).await?.map(GoldRoundId))
}

/// Locks slots in the order of their ids: the first lock of every change to their seats. Their keys are not locked, so rows that only refer
/// to a slot may be written concurrently.
pub async fn lock_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
) -> sqlx::Result<()> {
    let ids: Vec<_> = slots.iter().map(|id| id.0).collect();
    sqlx::query!(
        "SELECT id FROM online_stock_groups WHERE restaurant_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE",
        restaurant.0,
        &ids
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

/// Locks slots in which seats are to be taken, together with all slots that offer the same seats at the same time. This prevents deadlocks
/// between transactions that wait for each other's seats. Returns the days of all locked slots.
pub async fn lock_slots_to_take(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
) -> sqlx::Result<HashMap<OnlineStockGroupId, NaiveDate>> {
    let ids: Vec<_> = slots.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT id AS "id!: OnlineStockGroupId", date AS "date!" FROM lock_slots_to_take($1, $2)"#,
        restaurant.0,
        &ids
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.date)).collect())
}

/// Removes free stocks from the web, their slot with its last stock, and cancellation slots with their last stock. Skips reserved stocks.
pub async fn delete_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slot: OnlineStockGroupId,
    stocks: &[OnlineStockId],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    delete_unreserved(conn, restaurant, &[slot], Some(stocks), now).await?;
    Ok(())
}

/// Removes all free stocks of some slots from the web, as `delete_stocks`. Returns the number of removed stocks.
pub async fn delete_free_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    delete_unreserved(conn, restaurant, slots, None, now).await
}

async fn delete_unreserved(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
    stocks: Option<&[OnlineStockId]>,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let slots: Vec<_> = slots.iter().map(|id| id.0).collect();
    let stocks = stocks.map(|stocks| stocks.iter().map(|id| id.0).collect::<Vec<_>>());
    let deleted = sqlx::query!(
        "DELETE FROM online_stocks
         WHERE restaurant_id = $3 AND online_stock_group_id = ANY ($1) AND ($2::bigint[] IS NULL OR id = ANY ($2))
           AND online_reservable_id IS NULL",
        &slots,
        stocks.as_deref(),
        restaurant.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE online_stock_groups o SET deleted_at = $2 WHERE o.restaurant_id = $3 AND o.id = ANY ($1) AND o.deleted_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM online_stocks k WHERE k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id)",
        &slots,
        now,
        restaurant.0
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE online_cancellations c SET outcome = 'deleted', ended_at = $2
         WHERE c.restaurant_id = $3 AND c.online_stock_group_id = ANY ($1) AND c.ended_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM online_cancellation_stocks s
             WHERE s.restaurant_id = c.restaurant_id AND s.online_cancellation_id = c.id)",
        &slots,
        now,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(deleted.rows_affected())
}

/// Increments the days' versions and refreshes their summaries. Must be the last statement of every transaction that changes a day's stock.
pub async fn refresh_days(conn: &mut PgConnection, restaurant: RestaurantId, dates: &[NaiveDate]) -> sqlx::Result<()> {
    sqlx::query!("SELECT refresh_availability_days($1, $2)", restaurant.0, dates).execute(conn).await?;
    Ok(())
}
