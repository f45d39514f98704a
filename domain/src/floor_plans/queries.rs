//! SQL of floor plans.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{FloorPlan, PlacedTable, TableShape};
use crate::ids::{InventoryItemId, RestaurantId};

/// Returns the plan of a restaurant, its tables in the order of the calendar.
pub async fn find(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<FloorPlan> {
    let version = sqlx::query_scalar!("SELECT version FROM floor_plans WHERE restaurant_id = $1", restaurant.0);
    let Some(version) = version.fetch_optional(&mut *conn).await? else { return Ok(FloorPlan::default()) };
    let tables = sqlx::query_as!(
        PlacedTable,
        r#"SELECT i.uid AS inventory_item_uid, t.x, t.y, t.width, t.height, t.shape AS "shape: TableShape"
           FROM floor_plan_tables t
           JOIN inventory_items i ON i.restaurant_id = t.restaurant_id AND i.id = t.inventory_item_id
           JOIN inventory_groups g ON g.restaurant_id = i.restaurant_id AND g.id = i.inventory_group_id
           WHERE t.restaurant_id = $1 ORDER BY g.position, g.id, i.position, i.id"#,
        restaurant.0,
    );
    Ok(FloorPlan { version, tables: tables.fetch_all(conn).await? })
}

/// Returns the ids of a restaurant's tables by uid, None for a uid without a table.
pub async fn list_item_ids(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uids: &[String],
) -> sqlx::Result<Vec<Option<InventoryItemId>>> {
    let ids = sqlx::query_scalar!(
        r#"SELECT i.id AS "id?" FROM unnest($2::text[]) WITH ORDINALITY AS wanted (uid, n)
           LEFT JOIN inventory_items i ON i.restaurant_id = $1 AND i.uid = wanted.uid ORDER BY n"#,
        restaurant.0,
        uids,
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(|id| id.map(InventoryItemId)).collect())
}

/// Increments the version of a plan that is still at `seen` (0 if there is no plan yet), and locks it. False if it has another version.
pub async fn raise_version(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    seen: i32,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let raised = if seen == 0 {
        let first = sqlx::query!(
            "INSERT INTO floor_plans (restaurant_id, version, saved_at) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING",
            restaurant.0,
            now,
        );
        first.execute(conn).await?
    } else {
        let next = sqlx::query!(
            "UPDATE floor_plans SET version = version + 1, saved_at = $3 WHERE restaurant_id = $1 AND version = $2",
            restaurant.0,
            seen,
            now,
        );
        next.execute(conn).await?
    };
    Ok(raised.rows_affected() == 1)
}

/// Replaces all tables of the plan.
pub async fn replace_tables(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    ids: &[InventoryItemId],
    tables: &[PlacedTable],
) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM floor_plan_tables WHERE restaurant_id = $1", restaurant.0).execute(&mut *conn).await?;
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let column = |of: fn(&PlacedTable) -> i32| tables.iter().map(of).collect::<Vec<_>>();
    let shapes: Vec<_> = tables.iter().map(|table| table.shape.as_str().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO floor_plan_tables (restaurant_id, inventory_item_id, x, y, width, height, shape)
         SELECT $1, id, x, y, width, height, shape
         FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::text[])
             AS placed (id, x, y, width, height, shape)",
        restaurant.0,
        &ids,
        &column(|table| table.x),
        &column(|table| table.y),
        &column(|table| table.width),
        &column(|table| table.height),
        &shapes,
    )
    .execute(conn)
    .await?;
    Ok(())
}
