//! Merges several records of one person (gaps G156).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::create::lock_creation;
use super::error::CustomerError;
use super::merged_values::{self, MergedValues};
use super::model::CustomerType;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, CustomerMergeId, RestaurantId};

/// A customer who may be merged into another.
#[derive(Clone, Debug)]
pub struct MergeCandidate {
    pub id: CustomerId,
    pub name: String,
    pub email: Option<String>,
    pub phone_country: String,
    pub phone_local_number: String,
    pub group_label: String,
    pub kind: CustomerType,
    /// Whether it has a number, an address, the name or the reading of the primary customer.
    pub is_likely: bool,
    pub created_at: DateTime<Utc>,
}

/// Number of candidates on a page.
pub const CANDIDATES: i64 = 50;

/// Lists a page of the in-person, invited and off-site customers that match each of the patterns in name, reading, number or address,
/// without guests who have an open invitation. Customers with a number, an address, the name or the reading of the customer `but` come
/// first, in either kana, then the newest. Pages are numbered from 1.
pub async fn list_candidates(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    but: Option<CustomerId>,
    words: &[String],
    page: i64,
) -> sqlx::Result<Vec<MergeCandidate>> {
    sqlx::query_as!(
        MergeCandidate,
        r#"WITH letters (hiragana, katakana) AS (VALUES (
               'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ',
               'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ')),
           own AS MATERIALIZED (
               SELECT array_agg(DISTINCT n.phone) FILTER (WHERE n.phone <> '') AS phones,
                      array_agg(DISTINCT e.email) FILTER (WHERE e.email IS NOT NULL) AS emails,
                      array_agg(DISTINCT replace(translate(lower(normalize(w.name, NFKC)), hiragana, katakana), ' ', ''))
                          FILTER (WHERE w.name <> '') AS names
               FROM letters CROSS JOIN customers o
               LEFT JOIN customer_profiles op ON op.restaurant_id = o.restaurant_id AND op.customer_id = o.id
               LEFT JOIN profiles d ON d.user_id = o.user_id
               LEFT JOIN users u ON u.id = o.user_id
               CROSS JOIN LATERAL (VALUES (op.phone_e164), (d.phone_e164)) n (phone)
               CROSS JOIN LATERAL (VALUES (o.invitation_email), (u.email)) e (email)
               CROSS JOIN LATERAL (VALUES (op.nickname), (op.kana), (d.name_last || d.name_first), (d.kana_last || d.kana_first)) w (name)
               WHERE o.restaurant_id = $1 AND (o.id = $2 OR o.merged_into_id = $2))
           SELECT c.id AS "id: CustomerId", coalesce(p.nickname, '') AS "name!", c.invitation_email::text AS email,
                  coalesce(p.phone_country, 'JP') AS "phone_country!", coalesce(p.phone_local_number, '') AS "phone_local_number!",
                  coalesce(g.label, '') AS "group_label!", c.type AS "kind: CustomerType", l.is_likely AS "is_likely!", c.created_at
           FROM customers c
           LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id
           CROSS JOIN own
           CROSS JOIN letters
           CROSS JOIN LATERAL (VALUES (translate(lower(normalize(p.nickname, NFKC)), hiragana, katakana),
                                       translate(lower(normalize(p.kana, NFKC)), hiragana, katakana))) w (nickname, kana)
           CROSS JOIN LATERAL (
               SELECT coalesce(p.phone_e164 = ANY (own.phones), false) OR coalesce(c.invitation_email = ANY (own.emails), false)
                   OR coalesce(nullif(replace(w.nickname, ' ', ''), '') = ANY (own.names), false)
                   OR coalesce(nullif(replace(w.kana, ' ', ''), '') = ANY (own.names), false) AS is_likely
           ) l
           WHERE c.restaurant_id = $1 AND c.merged_into_id IS NULL AND c.id IS DISTINCT FROM $2
             AND (c.type IN ('OfflineCustomer', 'OffsiteCustomer')
                  OR c.type = 'InvitedCustomer' AND c.user_id IS NULL AND NOT EXISTS (
                      SELECT 1 FROM reservations r WHERE r.restaurant_id = $1 AND r.customer_id = c.id
                        AND r.type = 'invited_temporary_reservation' AND r.status = 'pending'))
             AND NOT EXISTS (
                 SELECT 1 FROM unnest($3::text[]) AS word
                 WHERE lower(normalize(concat_ws(E'\n', p.nickname, p.kana, p.phone_local_number, '0' || p.phone_local_number,
                     c.invitation_email::text), NFKC)) !~ word)
           ORDER BY l.is_likely DESC, c.id DESC LIMIT $4 OFFSET $5"#,
        restaurant.0,
        but.map(|id| id.0),
        words,
        CANDIDATES,
        (page.max(1) - 1) * CANDIDATES,
    )
    .fetch_all(conn)
    .await
}

/// The result of a merge: its id, and the number of merged customers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeResult {
    pub id: CustomerMergeId,
    pub count: usize,
}

/// Merges customers into the primary one. Their reservations, and therefore visits, become the primary's. Memos, allergies, dislikes
/// and tags are added. A number, group, reading or receipt name is copied if the primary has none; other numbers are stored as further numbers
/// (`merged_phone_numbers`). The merge records the moved reservations and copied values, which lets `unmerge` revert it.
pub async fn merge(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    primary: CustomerId,
    mut merged: Vec<CustomerId>,
) -> Result<MergeResult, CustomerError> {
    merged.sort_unstable();
    merged.dedup();
    if merged.is_empty() {
        return Err(CustomerError::NoneSelected);
    }
    if merged.contains(&primary) {
        return Err(CustomerError::NotMergeable);
    }
    lock_creation(conn, restaurant).await?;
    lock(conn, restaurant, primary, &merged).await?;
    // An invitation that was created while the first statement waited for its locks is visible only to a later one.
    lock(conn, restaurant, primary, &merged).await?;
    let id = insert(conn, now, restaurant, primary, &merged).await?;
    move_reservations(conn, restaurant, primary, id, &merged).await?;
    let others = merged_values::list(conn, restaurant, &merged).await?;
    let mut known = merged_values::find(conn, restaurant, primary).await?;
    let taken = known.missing_values(&others);
    known.take(&taken);
    merged_values::write_all(conn, restaurant, primary, &known).await?;
    merged_values::record(conn, restaurant, id, &taken).await?;
    let event = Event {
        actor,
        action: "customers.merged",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "primary_customer_id": primary.0, "merged_customer_ids": merged, "customer_merge_id": id }),
    };
    audit::record(conn, now, event).await?;
    Ok(MergeResult { id, count: merged.len() })
}

/// Locks all customers. None may be merged already, and the merged ones must have a mergeable type, and no open invitation: its link belongs
/// to the guest who was invited.
async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merged: &[CustomerId],
) -> Result<(), CustomerError> {
    let all: Vec<_> = merged.iter().chain([&primary]).map(|id| id.0).collect();
    let found = sqlx::query!(
        r#"SELECT c.id, c.type AS "kind: CustomerType", c.user_id IS NOT NULL OR EXISTS (
                      SELECT 1 FROM reservations r WHERE r.restaurant_id = $1 AND r.customer_id = c.id
                        AND r.type = 'invited_temporary_reservation' AND r.status = 'pending') AS "is_bound!"
           FROM customers c WHERE c.restaurant_id = $1 AND c.id = ANY ($2) AND c.merged_into_id IS NULL
           ORDER BY c.id FOR UPDATE OF c"#,
        restaurant.0,
        &all,
    )
    .fetch_all(conn)
    .await?;
    if found.len() != all.len() {
        return Err(CustomerError::NotFound);
    }
    match found.iter().all(|row| row.id == primary.0 || row.kind.is_mergeable() && !row.is_bound) {
        true => Ok(()),
        false => Err(CustomerError::NotMergeable),
    }
}

/// Inserts the merge and its members, including customers who were merged into a member before.
async fn insert(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    primary: CustomerId,
    merged: &[CustomerId],
) -> sqlx::Result<CustomerMergeId> {
    let merged: Vec<_> = merged.iter().map(|id| id.0).collect();
    let id = sqlx::query_scalar!(
        "INSERT INTO customer_merges (restaurant_id, primary_customer_id, taken, merged_at) VALUES ($1, $2, $3, $4) RETURNING id",
        restaurant.0,
        primary.0,
        Json(MergedValues::default()) as _,
        now,
    )
    .fetch_one(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO customer_merge_members (restaurant_id, customer_merge_id, customer_id, former_merged_into_id)
         SELECT restaurant_id, $2, id, merged_into_id FROM customers
         WHERE restaurant_id = $1 AND (id = ANY ($3) OR merged_into_id = ANY ($3))",
        restaurant.0,
        id,
        &merged,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE customers SET merged_into_id = $2 WHERE restaurant_id = $1 AND (id = ANY ($3) OR merged_into_id = ANY ($3))",
        restaurant.0,
        primary.0,
        &merged,
    )
    .execute(conn)
    .await?;
    Ok(CustomerMergeId(id))
}

async fn move_reservations(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    primary: CustomerId,
    merge: CustomerMergeId,
    merged: &[CustomerId],
) -> sqlx::Result<()> {
    let merged: Vec<_> = merged.iter().map(|id| id.0).collect();
    sqlx::query!(
        "INSERT INTO customer_merge_reservations (restaurant_id, customer_merge_id, reservation_id, customer_id)
         SELECT restaurant_id, $2, id, customer_id FROM reservations WHERE restaurant_id = $1 AND customer_id = ANY ($3)",
        restaurant.0,
        merge.0,
        &merged,
    )
    .execute(&mut *conn)
    .await?;
    // In the order in which reviews lock them.
    sqlx::query!(
        "UPDATE reservations SET customer_id = $2 WHERE restaurant_id = $1 AND id IN (
             SELECT id FROM reservations WHERE restaurant_id = $1 AND customer_id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)",
        restaurant.0,
        primary.0,
        &merged,
    )
    .execute(conn)
    .await?;
    Ok(())
}
