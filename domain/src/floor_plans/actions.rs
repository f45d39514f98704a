//! Actions of staff on the floor plan.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::FloorPlanError;
use super::model::{FloorPlan, check};
use super::queries;
use crate::audit::{self, Actor};
use crate::ids::RestaurantId;

/// Replaces the plan that has the form's version, and returns the next version.
///
/// # Errors
/// There are too many tables; a table does not fit, overlaps another or is not the restaurant's, or another user has saved the plan in the
/// meantime.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    plan: &FloorPlan,
) -> Result<i32, FloorPlanError> {
    check(&plan.tables)?;
    let uids: Vec<_> = plan.tables.iter().map(|table| table.inventory_item_uid.clone()).collect();
    let found = queries::list_item_ids(conn, restaurant, &uids).await?;
    let known = found.into_iter().enumerate().map(|(place, id)| id.ok_or(FloorPlanError::UnknownItem(place)));
    let ids = known.collect::<Result<Vec<_>, _>>()?;
    if !queries::raise_version(conn, restaurant, plan.version, now).await? {
        return Err(FloorPlanError::Changed);
    }
    queries::replace_tables(conn, restaurant, &ids, &plan.tables).await?;
    let version = plan.version + 1;
    let event = audit::Event {
        actor,
        action: "floor_plan.saved",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "version": version, "tables": ids.len() }),
    };
    audit::record(conn, now, event).await?;
    Ok(version)
}
