//! Several records of one person become one (gaps G156).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::create::one_at_a_time;
use super::error::CustomerError;
use super::groups;
use super::model::CustomerType;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId};

/// A customer who may be merged into another.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub id: i64,
    pub name: String,
    pub email: Option<String>,
    pub phone_country: String,
    pub phone_local_number: String,
    pub group_label: String,
    pub kind: CustomerType,
    pub created_at: DateTime<Utc>,
}

/// Candidates that a page of their list holds.
pub const CANDIDATES: i64 = 50;

/// In-person and off-site customers, the newest first: a page of those who have each of the words in name, number or address.
/// Pages are numbered from 1.
pub async fn list_candidates(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    but: Option<i64>,
    (words, page): (&[String], i64),
) -> sqlx::Result<Vec<Candidate>> {
    sqlx::query_as!(
        Candidate,
        r#"SELECT c.id, coalesce(p.nickname, '') AS "name!", c.invitation_email::text AS email,
                  coalesce(p.phone_country, 'JP') AS "phone_country!", coalesce(p.phone_local_number, '') AS "phone_local_number!",
                  coalesce(g.label, '') AS "group_label!", c.type AS "kind: CustomerType", c.created_at
           FROM customers c
           LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id
           WHERE c.restaurant_id = $1 AND c.merged_into_id IS NULL AND c.type IN ('OfflineCustomer', 'OffsiteCustomer')
             AND c.id IS DISTINCT FROM $2
             AND NOT EXISTS (
                 SELECT 1 FROM unnest($3::text[]) AS word
                 WHERE strpos(lower(normalize(concat_ws(E'\n', p.nickname, replace(normalize(p.nickname, NFKC), ' ', ''),
                     p.phone_local_number, '0' || p.phone_local_number, c.invitation_email::text), NFKC)), word) = 0)
           ORDER BY c.id DESC LIMIT $4 OFFSET $5"#,
        restaurant.0,
        but,
        words,
        CANDIDATES,
        (page.max(1) - 1) * CANDIDATES,
    )
    .fetch_all(conn)
    .await
}

/// Merges customers into the primary one: their reservations, and so their visits, become the primary's; memos are
/// appended; a number, group or name for receipts that the primary lacks is taken over. Numbers besides the primary's own
/// stay known as further ones (`merged_phone_numbers`).
pub async fn merge(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    (restaurant, actor): (RestaurantId, Actor),
    primary: CustomerId,
    mut merged: Vec<i64>,
) -> Result<usize, CustomerError> {
    merged.sort_unstable();
    merged.dedup();
    if merged.is_empty() {
        return Err(CustomerError::NobodyChosen);
    }
    if merged.contains(&primary.0) {
        return Err(CustomerError::NotMergeable);
    }
    one_at_a_time(conn, restaurant).await?;
    let mut everybody = merged.clone();
    everybody.push(primary.0);
    let found = sqlx::query!(
        r#"SELECT id, type AS "kind: CustomerType" FROM customers WHERE restaurant_id = $1 AND id = ANY ($2)
            AND merged_into_id IS NULL
           ORDER BY id FOR UPDATE"#,
        restaurant.0,
        &everybody,
    )
    .fetch_all(&mut *conn)
    .await?;
    if found.len() != everybody.len() {
        return Err(CustomerError::NotFound);
    }
    if found.iter().any(|row| row.id != primary.0 && !row.kind.is_mergeable()) {
        return Err(CustomerError::NotMergeable);
    }
    if let Some(group) = group_to_keep(conn, restaurant, primary, &merged).await? {
        groups::put(conn, restaurant, &[primary.0], Some(group)).await?;
    }
    move_everything(conn, restaurant, primary, &merged).await?;
    let event = Event {
        actor,
        action: "customers.merged",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "primary_customer_id": primary.0, "merged_customer_ids": merged }),
    };
    audit::record(conn, now, event).await?;
    Ok(merged.len())
}

/// The group of the first of the merged who is in one that is in use, where the primary is in none.
async fn group_to_keep(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merged: &[i64],
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "SELECT g.id FROM customers p, customers m
         JOIN customer_groups g ON g.restaurant_id = m.restaurant_id AND g.id = m.customer_group_id AND g.archived_at IS NULL
         WHERE p.restaurant_id = $1 AND p.id = $2 AND p.customer_group_id IS NULL AND m.restaurant_id = $1 AND m.id = ANY ($3)
         ORDER BY m.id LIMIT 1",
        restaurant.0,
        primary.0,
        merged,
    )
    .fetch_optional(conn)
    .await
}

async fn move_everything(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merged: &[i64],
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET customer_id = $2 WHERE restaurant_id = $1 AND customer_id = ANY ($3)",
        restaurant.0,
        primary.0,
        merged,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO customer_profiles (restaurant_id, customer_id) VALUES ($1, $2)
         ON CONFLICT (restaurant_id, customer_id) DO NOTHING",
        restaurant.0,
        primary.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "WITH others AS (
             SELECT string_agg(nullif(internal_memo, ''), E'\\n' ORDER BY customer_id) AS memos,
                    (array_agg(phone_country ORDER BY customer_id) FILTER (WHERE phone_local_number <> ''))[1] AS country,
                    (array_agg(phone_local_number ORDER BY customer_id) FILTER (WHERE phone_local_number <> ''))[1] AS number,
                    (array_agg(phone_e164 ORDER BY customer_id) FILTER (WHERE phone_local_number <> ''))[1] AS e164,
                    (array_agg(receipt_title ORDER BY customer_id) FILTER (WHERE receipt_title <> ''))[1] AS receipt_title
             FROM customer_profiles WHERE restaurant_id = $3 AND customer_id = ANY ($2))
         UPDATE customer_profiles p SET
             internal_memo = coalesce(nullif(p.internal_memo, '') || E'\\n' || o.memos, o.memos, p.internal_memo),
             phone_country = CASE WHEN p.phone_local_number = '' THEN coalesce(o.country, p.phone_country) ELSE p.phone_country END,
             phone_local_number = coalesce(nullif(p.phone_local_number, ''), o.number, ''),
             phone_e164 = coalesce(p.phone_e164, o.e164),
             receipt_title = coalesce(nullif(p.receipt_title, ''), o.receipt_title, '')
         FROM others o WHERE p.restaurant_id = $3 AND p.customer_id = $1",
        primary.0,
        merged,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE customers SET merged_into_id = $2 WHERE restaurant_id = $1 AND (id = ANY ($3) OR merged_into_id = ANY ($3))",
        restaurant.0,
        primary.0,
        merged,
    )
    .execute(conn)
    .await?;
    Ok(())
}
