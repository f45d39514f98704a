//! SQL of the circles.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::calendar::marks::{Circle, CirclePlan, CircleSetting, CircleSource, CoveredSeat, PlannedSlots};
use crate::holidays::Holidays;
use crate::ids::{InventoryGroupId, InventoryItemId, RestaurantId};
use crate::restaurants::model::{OperationName, Restaurant};
use crate::restaurants::queries::list_operations;

/// Returns the circles of some days. Omits days without circles.
pub async fn list_marks(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    from: NaiveDate,
    till: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<NaiveDate, Vec<Circle>>> {
    let plan = find_plan(conn, restaurant.id).await?;
    if plan.settings.is_empty() {
        return Ok(HashMap::new());
    }
    let covers = list_covers(conn, restaurant.id, from, till, now).await?;
    let nothing = Vec::new();
    let days = from.iter_days().take_while(|day| *day <= till);
    let marked = days.map(|day| (day, plan.marks(day, restaurant.zone, covers.get(&day).unwrap_or(&nothing))));
    Ok(marked.filter(|(_, marks)| !marks.is_empty()).collect())
}

async fn find_plan(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<CirclePlan> {
    let settings = sqlx::query!(
        r#"SELECT operation AS "operation: OperationName", cos_type AS "source: CircleSource", is_spot_detection_by_starts_at
           FROM calendar_operation_settings WHERE restaurant_id = $1"#,
        restaurant.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let planned_slots = sqlx::query!(
        r#"SELECT operation AS "operation: OperationName", inventory_group_id AS "group: InventoryGroupId", start_time, end_time,
                  ARRAY[monday, tuesday, wednesday, thursday, friday, saturday, sunday, holiday] AS "counts!"
           FROM calendar_operation_slots WHERE restaurant_id = $1 ORDER BY start_time, id"#,
        restaurant.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let groups = sqlx::query!(
        r#"SELECT g.id AS "id: InventoryGroupId", count(i.id)::int AS "seats!"
           FROM inventory_groups g JOIN inventory_items i ON i.restaurant_id = g.restaurant_id AND i.inventory_group_id = g.id
           WHERE g.restaurant_id = $1 GROUP BY g.restaurant_id, g.id ORDER BY g.position, g.id"#,
        restaurant.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let settings = settings.into_iter().map(|row| CircleSetting {
        operation: row.operation,
        source: row.source,
        by_starts_at: row.is_spot_detection_by_starts_at,
    });
    let planned_slots = planned_slots.into_iter().map(|row| PlannedSlots {
        operation: row.operation,
        group: row.group,
        from: row.start_time,
        till: row.end_time.into(),
        counts: row.counts.try_into().unwrap_or_default(),
    });
    Ok(CirclePlan {
        settings: settings.collect(),
        planned_slots: planned_slots.collect(),
        groups: groups.into_iter().map(|row| (row.id, row.seats)).collect(),
        operations: list_operations(&mut *conn, restaurant).await?,
        holidays: Holidays::load(conn).await?,
    })
}

/// Returns seats that are taken or offered online, by day.
async fn list_covers(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: NaiveDate,
    till: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<NaiveDate, Vec<CoveredSeat>>> {
    let rows = sqlx::query!(
        r#"SELECT r.date AS "date!", i.inventory_group_id AS "group!: InventoryGroupId", i.id AS "item!: InventoryItemId",
                  r.starts_at AS "starts_at!", r.ends_at AS "ends_at!"
           FROM reservations r
           JOIN reservation_seats s ON s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
           JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
           WHERE r.restaurant_id = $1 AND r.date BETWEEN $2 AND $3
             AND (r.status = 'accepted' OR r.status = 'pending' AND coalesce(r.held_until > $4, true))
           UNION ALL
           SELECT o.date, o.inventory_group_id, k.inventory_item_id, t.starts_at, t.ends_at
           FROM online_stock_groups o
           JOIN online_stocks k ON k.restaurant_id = o.restaurant_id AND k.online_stock_group_id = o.id
           JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id
           WHERE o.restaurant_id = $1 AND o.date BETWEEN $2 AND $3 AND o.deleted_at IS NULL"#,
        restaurant.0,
        from,
        till,
        now,
    )
    .fetch_all(conn)
    .await?;
    let mut covers: HashMap<NaiveDate, Vec<CoveredSeat>> = HashMap::new();
    for row in rows {
        let cover = CoveredSeat { group: row.group, item: row.item, starts_at: row.starts_at, ends_at: row.ends_at };
        covers.entry(row.date).or_default().push(cover);
    }
    Ok(covers)
}
