//! Assigns customers to groups, one at a time or in bulk (owner §4, §5).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::cards::{CardFilter, NO_GROUP, list_ids_in_no_order};
use super::error::CustomerError;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerGroupId, CustomerId, RestaurantId};
use crate::restaurants;

/// A customer group, with the number of its members.
#[derive(Clone, Debug)]
pub struct CustomerGroupRow {
    pub id: CustomerGroupId,
    pub uid: String,
    pub label: String,
    pub label_short: String,
    pub soft_disallow_online_reservation: bool,
    pub customers_count: i64,
}

/// Lists the active groups of a restaurant.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<CustomerGroupRow>> {
    sqlx::query_as!(
        CustomerGroupRow,
        r#"SELECT g.id AS "id: CustomerGroupId", g.uid, g.label, g.label_short, g.soft_disallow_online_reservation,
                  (SELECT count(*) FROM customers c WHERE c.restaurant_id = $1 AND c.customer_group_id = g.id
                     AND c.merged_into_id IS NULL) AS "customers_count!"
           FROM customer_groups g WHERE g.restaurant_id = $1 AND g.archived_at IS NULL ORDER BY g.id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// Returns the labels of a restaurant's groups, including archived ones.
pub async fn labels(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<(CustomerGroupId, String)>> {
    let rows = sqlx::query!("SELECT id, label FROM customer_groups WHERE restaurant_id = $1 ORDER BY id", restaurant.0);
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (CustomerGroupId(row.id), row.label)).collect())
}

/// Requires that the group, if given, is an active group of the restaurant.
pub async fn require_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    group: Option<CustomerGroupId>,
) -> Result<(), CustomerError> {
    let Some(id) = group else { return Ok(()) };
    let found = sqlx::query_scalar!(
        "SELECT id FROM customer_groups WHERE restaurant_id = $1 AND id = $2 AND archived_at IS NULL",
        restaurant.0,
        id.0
    );
    found.fetch_optional(conn).await?.map(drop).ok_or(CustomerError::NotFound)
}

/// Requires that the groups belong to the restaurant; archived ones are allowed. `NO_GROUP` is always allowed.
pub async fn require_groups(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    ids: &[i64],
) -> Result<(), CustomerError> {
    let foreign = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM unnest($2::bigint[]) AS wanted
               WHERE wanted <> $3 AND NOT EXISTS (
                   SELECT 1 FROM customer_groups g WHERE g.restaurant_id = $1 AND g.id = wanted)) AS "foreign!""#,
        restaurant.0,
        ids,
        NO_GROUP,
    );
    if foreign.fetch_one(conn).await? { Err(CustomerError::NotFound) } else { Ok(()) }
}

/// Assigns customers to a group, or removes them from their groups. This changes their availability.
pub(super) async fn set_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customers: &[CustomerId],
    group: Option<CustomerGroupId>,
) -> Result<u64, CustomerError> {
    require_group(conn, restaurant, group).await?;
    let customers: Vec<_> = customers.iter().map(|id| id.0).collect();
    let moved = sqlx::query!(
        "UPDATE customers SET customer_group_id = $3
         WHERE restaurant_id = $1 AND id = ANY ($2) AND customer_group_id IS DISTINCT FROM $3",
        restaurant.0,
        &customers,
        group.map(|id| id.0),
    )
    .execute(&mut *conn)
    .await?
    .rows_affected();
    if moved > 0 {
        restaurants::queries::touch_settings(conn, restaurant).await?;
    }
    Ok(moved)
}

/// Returns the group of a form field, or `None` for 999.
pub fn group_of_field(field: i64) -> Option<CustomerGroupId> {
    (field != NO_GROUP).then_some(CustomerGroupId(field))
}

/// The customers of a bulk change.
#[derive(Clone, Debug)]
pub enum BulkSelection {
    /// The given customers, all of which must belong to the restaurant.
    Chosen(Vec<CustomerId>),
    /// All customers that match the list's filter.
    Whole(Box<CardFilter>),
}

/// Assigns many customers to a group. Returns the number of selected customers, including customers who were in the group already.
pub async fn set_group_of_many(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    whom: BulkSelection,
    group: Option<CustomerGroupId>,
) -> Result<usize, CustomerError> {
    let (filter, wanted) = match whom {
        BulkSelection::Chosen(mut ids) => {
            ids.sort_unstable();
            ids.dedup();
            let count = ids.len();
            (CardFilter { ids: Some(ids), ..CardFilter::default() }, Some(count))
        }
        BulkSelection::Whole(filter) => (*filter, None),
    };
    let ids = list_ids_in_no_order(conn, restaurant, now, &filter).await?;
    if wanted == Some(0) || wanted.is_none() && ids.is_empty() {
        return Err(CustomerError::NoneSelected);
    }
    if wanted.is_some_and(|wanted| wanted != ids.len()) {
        return Err(CustomerError::NotFound);
    }
    let moved = set_group(conn, restaurant, &ids, group).await?;
    let event = Event {
        actor,
        action: "customers.group_changed",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customers": ids.len(), "moved": moved, "customer_group_id": group }),
    };
    audit::record(conn, now, event).await?;
    Ok(ids.len())
}
