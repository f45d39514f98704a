//! Reverts a merge.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::create::lock_creation;
use super::error::CustomerError;
use super::merged_values::{self, MergedValues};
use super::model::CustomerType;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, CustomerMergeId, RestaurantId};

/// A merge of a customer that has not been reverted.
#[derive(Clone, Debug)]
pub struct ActiveMerge {
    pub id: CustomerMergeId,
    pub merged_at: DateTime<Utc>,
    pub members: Json<Vec<MergeMember>>,
    /// Number of reservations that would move back.
    pub reservations_count: i64,
}

/// A merged customer.
#[derive(Clone, Debug, Deserialize)]
pub struct MergeMember {
    pub nickname: String,
    pub phone_country: String,
    pub phone_local_number: String,
    #[serde(rename = "type")]
    pub kind: CustomerType,
}

/// Lists the merges of a primary customer, latest first.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
) -> sqlx::Result<Vec<ActiveMerge>> {
    sqlx::query_as!(
        ActiveMerge,
        r#"SELECT g.id AS "id: CustomerMergeId", g.merged_at,
                  (SELECT coalesce(jsonb_agg(jsonb_build_object('nickname', coalesce(p.nickname, ''),
                       'phone_country', coalesce(p.phone_country, 'JP'), 'phone_local_number', coalesce(p.phone_local_number, ''),
                       'type', c.type) ORDER BY c.id), '[]')
                   FROM customer_merge_members m
                   JOIN customers c ON c.restaurant_id = m.restaurant_id AND c.id = m.customer_id
                   LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
                   WHERE m.restaurant_id = g.restaurant_id AND m.customer_merge_id = g.id AND m.former_merged_into_id IS NULL)
                      AS "members!: Json<Vec<MergeMember>>",
                  (SELECT count(*) FROM customer_merge_reservations r
                   WHERE r.restaurant_id = g.restaurant_id AND r.customer_merge_id = g.id) AS "reservations_count!"
           FROM customer_merges g WHERE g.restaurant_id = $1 AND g.primary_customer_id = $2 ORDER BY g.id DESC"#,
        restaurant.0,
        primary.0,
    )
    .fetch_all(conn)
    .await
}

/// Reverts a merge and returns the number of restored customers. The merged customers are separate again, with the reservations they
/// had then. Values that the primary took from them are removed, unless staff have changed them since or another merged record has them
/// too. Later reservations stay with the primary.
///
/// # Errors
/// `MergeCovered` while the primary customer is merged into another.
pub async fn unmerge(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    merge: CustomerMergeId,
) -> Result<usize, CustomerError> {
    lock_creation(conn, restaurant).await?;
    let (primary, taken) = find(conn, restaurant, merge).await?;
    let freed = release(conn, restaurant, primary, merge).await?;
    restore_values(conn, restaurant, primary, merge, &taken).await?;
    sqlx::query!("DELETE FROM customer_merges WHERE restaurant_id = $1 AND id = $2", restaurant.0, merge.0)
        .execute(&mut *conn)
        .await?;
    let event = Event {
        actor,
        action: "customers.unmerged",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "primary_customer_id": primary.0, "merged_customer_ids": freed, "customer_merge_id": merge }),
    };
    audit::record(conn, now, event).await?;
    Ok(freed.len())
}

/// Locks the primary customer, and returns it with the values that it took over.
async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    merge: CustomerMergeId,
) -> Result<(CustomerId, MergedValues), CustomerError> {
    let found = sqlx::query!(
        r#"SELECT c.id AS "primary: CustomerId", c.merged_into_id IS NULL AS "stands!", g.taken AS "taken: Json<MergedValues>"
           FROM customer_merges g JOIN customers c ON c.restaurant_id = g.restaurant_id AND c.id = g.primary_customer_id
           WHERE g.restaurant_id = $1 AND g.id = $2 FOR UPDATE OF c"#,
        restaurant.0,
        merge.0,
    );
    let found = found.fetch_optional(conn).await?.ok_or(CustomerError::NotFound)?;
    if found.stands { Ok((found.primary, found.taken.0)) } else { Err(CustomerError::MergeCovered) }
}

/// Restores the members to their previous records, with their reservations. Returns the ids of the members that were chosen for the
/// merge.
async fn release(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merge: CustomerMergeId,
) -> sqlx::Result<Vec<CustomerId>> {
    let freed = sqlx::query!(
        "UPDATE customers c SET merged_into_id = m.former_merged_into_id FROM customer_merge_members m
         WHERE m.restaurant_id = $1 AND m.customer_merge_id = $2 AND c.restaurant_id = $1 AND c.id = m.customer_id
           AND c.merged_into_id = $3
         RETURNING c.id, c.merged_into_id",
        restaurant.0,
        merge.0,
        primary.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    // In the order in which reviews lock them.
    sqlx::query!(
        "UPDATE reservations r SET customer_id = m.customer_id FROM customer_merge_reservations m
         WHERE m.restaurant_id = $1 AND m.customer_merge_id = $2 AND r.restaurant_id = $1 AND r.id = m.reservation_id
           AND r.id IN (SELECT l.id FROM reservations l
                        JOIN customer_merge_reservations o ON o.restaurant_id = l.restaurant_id AND o.reservation_id = l.id
                        WHERE l.restaurant_id = $1 AND o.customer_merge_id = $2 AND l.customer_id = $3
                        ORDER BY l.id FOR NO KEY UPDATE OF l)",
        restaurant.0,
        merge.0,
        primary.0,
    )
    .execute(conn)
    .await?;
    let freed = freed.into_iter().filter(|row| row.merged_into_id.is_none());
    let mut freed: Vec<_> = freed.map(|row| CustomerId(row.id)).collect();
    freed.sort_unstable();
    Ok(freed)
}

/// Removes the values that the primary took from the members, except for values that members of its other merges have too.
async fn restore_values(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merge: CustomerMergeId,
    taken: &MergedValues,
) -> Result<(), CustomerError> {
    let mut known = merged_values::find(conn, restaurant, primary).await?;
    let mut given = known.remove_values(taken);
    let others = sqlx::query!(
        r#"SELECT g.id AS "id: CustomerMergeId", g.taken AS "taken: Json<MergedValues>",
                  array(SELECT m.customer_id FROM customer_merge_members m WHERE m.restaurant_id = g.restaurant_id
                        AND m.customer_merge_id = g.id AND m.former_merged_into_id IS NULL) AS "members!: Vec<CustomerId>"
           FROM customer_merges g WHERE g.restaurant_id = $1 AND g.primary_customer_id = $2 AND g.id <> $3 ORDER BY g.id"#,
        restaurant.0,
        primary.0,
        merge.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    for other in others {
        let members = merged_values::list(conn, restaurant, &other.members).await?;
        let kept = given.also_held_by(&members);
        if kept != MergedValues::default() {
            known.take(&kept);
            given.except(&kept);
            let mut values = other.taken.0;
            values.add(&kept);
            merged_values::record(conn, restaurant, other.id, &values).await?;
        }
    }
    merged_values::write_all(conn, restaurant, primary, &known).await
}

/// Merges a customer permanently into a diner's own record: copies its allergies, dislikes and tags, and makes the diner the primary of its
/// merges. Reverting such a merge later restores only its reservations and memos.
pub async fn join(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: CustomerId,
    into: CustomerId,
) -> sqlx::Result<()> {
    let from_known = merged_values::list(conn, restaurant, &[from]).await?;
    let mut known = merged_values::find(conn, restaurant, into).await?;
    let notes = known.missing_values(&from_known).notes_only();
    known.take(&notes);
    merged_values::write(conn, restaurant, into, &known).await?;
    sqlx::query!(
        "UPDATE customer_merges SET primary_customer_id = $3,
             taken = jsonb_set('{}', '{internal_memo}', coalesce(taken->'internal_memo', 'null'))
         WHERE restaurant_id = $1 AND primary_customer_id = $2",
        restaurant.0,
        from.0,
        into.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE customers SET merged_into_id = $3 WHERE restaurant_id = $1 AND (id = $2 OR merged_into_id = $2)",
        restaurant.0,
        from.0,
        into.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}
