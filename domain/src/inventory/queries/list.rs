//! The slots of a restaurant as a list with a cursor.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::ids::{InventoryGroupId, RestaurantId};
use crate::restaurants::model::{Bilingual, OperationName};
use crate::text_enum::{UnknownValue, text_enum};

text_enum! {
    /// State of a slot for diners.
    pub enum SlotState {
        /// Some of its stocks are free.
        Open = "open",
        /// All its stocks are taken.
        Full = "full",
        /// The day is a day off, so the slot is hidden.
        Closed = "closed",
        /// Its last start time has passed.
        Past = "past",
    }
}

/// Filter of the list.
#[derive(Clone, Debug)]
pub struct SlotFilter {
    pub from: NaiveDate,
    pub till: Option<NaiveDate>,
    pub group: Option<InventoryGroupId>,
    pub state: Option<SlotState>,
    /// Only slots allocated to gold diners, or only other slots.
    pub is_gold: Option<bool>,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct SlotRow {
    pub uid: String,
    pub date: NaiveDate,
    pub operation: OperationName,
    pub group_title: Bilingual,
    pub guests_counts: Vec<i32>,
    pub starts: Vec<DateTime<Utc>>,
    pub ends: Vec<DateTime<Utc>>,
    pub stocks: i64,
    /// Stocks without a live reservation, whose seats are free at one of the slot's times.
    pub free_stocks: i64,
    pub state: SlotState,
    pub gold_allocation_uid: Option<String>,
    pub gold_round_title: Option<String>,
}

/// Returns at most `limit` slots that are not deleted, by day, after the one with the uid `after`.
pub async fn list_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    filter: &SlotFilter,
    after: Option<&str>,
    limit: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<SlotRow>> {
    let last = sqlx::query!(
        "SELECT date, id FROM online_stock_groups WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        after
    );
    let last = last.fetch_optional(&mut *conn).await?;
    let (date, id) = last.map_or((filter.from, 0), |last| (last.date, last.id));
    let rows = sqlx::query!(
        r#"SELECT o.uid, o.date, o.operation AS "operation: OperationName", g.title_ja, g.title_en, o.guests_counts,
                  t.starts AS "starts!", t.ends AS "ends!", k.stocks AS "stocks!", k.free AS "free!", s.state AS "state!",
                  ga.uid AS "gold_uid?", gr.title AS "gold_title?"
           FROM online_stock_groups o
           JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
           LEFT JOIN restaurant_calendar_dates d ON d.restaurant_id = o.restaurant_id AND d.date = o.date
           LEFT JOIN gold_allocations ga ON ga.restaurant_id = o.restaurant_id AND ga.online_stock_group_id = o.id
           LEFT JOIN gold_rounds gr ON gr.id = ga.gold_round_id
           CROSS JOIN LATERAL (
               SELECT coalesce(array_agg(t.starts_at ORDER BY t.starts_at, t.ends_at), '{}') AS starts,
                      coalesce(array_agg(t.ends_at ORDER BY t.starts_at, t.ends_at), '{}') AS ends, max(t.starts_at) AS last
               FROM osg_times t WHERE t.restaurant_id = $1 AND t.online_stock_group_id = o.id) t
           CROSS JOIN LATERAL (
               SELECT count(*) AS stocks, count(*) FILTER (
                   WHERE (r.id IS NULL OR r.status = 'pending' AND coalesce(r.held_until <= $10, false)) AND EXISTS (
                       SELECT 1 FROM osg_times x WHERE x.restaurant_id = $1 AND x.online_stock_group_id = o.id
                           AND (SELECT true FROM reservation_seats taken
                                WHERE taken.restaurant_id = $1 AND taken.inventory_item_id = k.inventory_item_id
                                  AND taken.released_at IS NULL AND seat_overlaps(taken.during, x.starts_at, x.ends_at) LIMIT 1)
                               IS NULL)) AS free
               FROM online_stocks k
               LEFT JOIN reservations r ON r.restaurant_id = k.restaurant_id AND r.id = k.online_reservable_id
               WHERE k.restaurant_id = $1 AND k.online_stock_group_id = o.id) k
           CROSS JOIN LATERAL (
               SELECT CASE WHEN d.is_closed THEN 'closed' WHEN t.last <= $10 THEN 'past' WHEN k.free = 0 THEN 'full'
                           ELSE 'open' END AS state) s
           WHERE o.restaurant_id = $1 AND o.deleted_at IS NULL AND (o.date, o.id) > ($2, $3)
             AND o.date <= coalesce($4::date, 'infinity') AND ($5::bigint IS NULL OR o.inventory_group_id = $5)
             AND ($6::text IS NULL OR s.state = $6) AND ($7::boolean IS NULL OR (ga.id IS NOT NULL) = $7)
             AND o.date >= $8
           ORDER BY o.date, o.id LIMIT $9"#,
        restaurant.0,
        date,
        id,
        filter.till,
        filter.group.map(|id| id.0),
        filter.state.map(SlotState::as_str),
        filter.is_gold,
        filter.from,
        limit,
        now,
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        Ok(SlotRow {
            uid: row.uid,
            date: row.date,
            operation: row.operation,
            group_title: Bilingual::new(row.title_ja, row.title_en),
            guests_counts: row.guests_counts,
            starts: row.starts,
            ends: row.ends,
            stocks: row.stocks,
            free_stocks: row.free,
            state: SlotState::named(&row.state).ok_or_else(|| UnknownValue::new(&["state"], &row.state))?,
            gold_allocation_uid: row.gold_uid,
            gold_round_title: row.gold_title,
        })
    });
    rows.collect()
}

/// Returns the kinds of seats of a restaurant, in order.
pub async fn list_group_titles(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
) -> sqlx::Result<Vec<(InventoryGroupId, Bilingual)>> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id: InventoryGroupId", title_ja, title_en FROM inventory_groups WHERE restaurant_id = $1
           ORDER BY position, id"#,
        restaurant.0
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (row.id, Bilingual::new(row.title_ja, row.title_en))).collect())
}
