//! What staff do with the plan of their floor.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::FloorPlanError;
use super::model::{FloorPlan, check};
use super::queries;
use crate::audit::{self, Actor};
use crate::ids::RestaurantId;

/// Saves a whole plan in the place of the one with its version, and answers the next version.
///
/// # Errors
/// A table does not fit, stands on another or is none of the restaurant's; or somebody else has saved the plan meanwhile.
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
