//! Blacklisted phone numbers. Their owners see all slots as full (owner §5, gaps G057, G168).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::create::note;
use super::error::CustomerError;
use crate::audit::{self, Actor, Event};
use crate::db::violated_constraint;
use crate::ids::{BlacklistedNumberId, RestaurantId};
use crate::names::folding::pattern;
use crate::pagination::PageWindow;
use crate::phone::{self, NumberError, PhoneNumber};
use crate::restaurants;

/// A blacklisted number, and the restaurant's first customer who has it.
#[derive(Clone, Debug)]
pub struct BlacklistEntry {
    pub id: BlacklistedNumberId,
    pub phone_country: String,
    pub phone_local_number: String,
    pub internal_memo: String,
    pub created_at: DateTime<Utc>,
    pub customer_uid: Option<String>,
    pub customer_name: Option<String>,
}

/// The form, not validated. Absent fields of an entry remain. Without a country a new number is Japanese; an empty country is an error.
#[derive(Clone, Debug, Default)]
pub struct BlacklistForm {
    pub phone_country: Option<String>,
    pub phone_local_number: Option<String>,
    pub internal_memo: Option<String>,
    /// The memo that the writer of a change has seen. A changed memo is not overwritten.
    pub seen_internal_memo: Option<String>,
}

/// Filters of the list.
#[derive(Clone, Debug, Default)]
pub struct BlacklistFilter {
    pub id: Option<BlacklistedNumberId>,
    /// A part of the number, in its stored digits.
    pub digits: Option<String>,
    /// A part of the memo, as `names::folding::pattern`.
    pub memo: Option<String>,
}

impl BlacklistFilter {
    /// Creates a filter from a search text. Digits match a part of the number, with or without the leading 0 of Japan; any text matches
    /// the memos.
    pub fn from_search(words: &str) -> Self {
        let digits = phone::digits(words);
        let digits = digits.strip_prefix('0').unwrap_or(&digits);
        let is_number = !digits.is_empty() && !words.chars().any(char::is_alphabetic);
        Self { id: None, digits: is_number.then(|| digits.to_owned()), memo: pattern(words) }
    }
}

/// The fields that the list can be sorted by.
pub const SORTS: [&str; 3] = ["id", "created_at", "phone_local_number"];

/// Lists a restaurant's blacklist.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    asked: &BlacklistFilter,
    window: PageWindow,
) -> sqlx::Result<Vec<BlacklistEntry>> {
    sqlx::query_as!(
        BlacklistEntry,
        r#"SELECT b.id AS "id: BlacklistedNumberId", b.phone_country, b.phone_local_number, b.internal_memo, b.created_at, known.uid AS "customer_uid?",
                  known.name AS "customer_name?"
           FROM blacklisted_phone_numbers b
           LEFT JOIN LATERAL (
               SELECT c.uid, coalesce(p.name_last || ' ' || p.name_first, cp.nickname, '') AS name
               FROM customers c
               LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
               LEFT JOIN profiles p ON p.user_id = c.user_id
               WHERE c.restaurant_id = b.restaurant_id AND c.merged_into_id IS NULL
                 AND coalesce(p.phone_e164, cp.phone_e164) = b.phone_e164
               ORDER BY c.id LIMIT 1) known ON true
           WHERE b.restaurant_id = $1 AND ($2::bigint IS NULL OR b.id = $2)
             AND (($3::text IS NULL AND $4::text IS NULL) OR strpos(b.phone_local_number, $3) > 0
                  OR lower(normalize(b.internal_memo, NFKC)) ~ $4)
           ORDER BY CASE WHEN $5 = 'phone_local_number' AND NOT $6 THEN b.phone_local_number END,
                    CASE WHEN $5 = 'phone_local_number' AND $6 THEN b.phone_local_number END DESC,
                    CASE WHEN $6 THEN b.id END DESC, b.id
           LIMIT $7 OFFSET $8"#,
        restaurant.0,
        asked.id.map(|id| id.0),
        asked.digits,
        asked.memo,
        window.sort,
        window.is_descending,
        window.limit,
        window.offset,
    )
    .fetch_all(conn)
    .await
}

/// Returns the number of matching entries.
pub async fn count(conn: &mut PgConnection, restaurant: RestaurantId, asked: &BlacklistFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM blacklisted_phone_numbers b
           WHERE b.restaurant_id = $1 AND ($2::bigint IS NULL OR b.id = $2)
             AND (($3::text IS NULL AND $4::text IS NULL) OR strpos(b.phone_local_number, $3) > 0
                  OR lower(normalize(b.internal_memo, NFKC)) ~ $4)"#,
        restaurant.0,
        asked.id.map(|id| id.0),
        asked.digits,
        asked.memo,
    )
    .fetch_one(conn)
    .await
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: BlacklistedNumberId,
) -> sqlx::Result<Option<BlacklistEntry>> {
    let asked = BlacklistFilter { id: Some(id), ..BlacklistFilter::default() };
    Ok(list(conn, restaurant, &asked, PageWindow::everything()).await?.pop())
}

/// As `find`, after locking the entry until the transaction ends.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: BlacklistedNumberId,
) -> sqlx::Result<Option<BlacklistEntry>> {
    sqlx::query!(
        "SELECT id FROM blacklisted_phone_numbers WHERE restaurant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        restaurant.0,
        id.0,
    )
    .fetch_optional(&mut *conn)
    .await?;
    find(conn, restaurant, id).await
}

fn check(wanted: &BlacklistForm) -> Result<PhoneNumber, CustomerError> {
    let typed = wanted.phone_local_number.as_deref().unwrap_or_default();
    if phone::digits(typed).is_empty() {
        return Err(CustomerError::field("phone_local_number", "blacklist_phone_blank"));
    }
    let country = wanted.phone_country.as_deref().unwrap_or("JP");
    let number = PhoneNumber::parse(country, typed).map_err(|error| match error {
        NumberError::Country => CustomerError::field("phone_country", "blacklist_country_blank"),
        NumberError::Number | NumberError::PaidService => CustomerError::field(error.field(), error.code()),
    })?;
    let memo = wanted.internal_memo.as_deref().unwrap_or_default();
    note("internal_memo", memo).map_err(|code| CustomerError::field("internal_memo", code))?;
    Ok(number)
}

/// Reports whether a number is on the list. An invalid or incomplete number is not.
pub async fn is_listed(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    country: &str,
    typed: &str,
) -> sqlx::Result<bool> {
    let Ok(number) = PhoneNumber::parse(country, typed) else { return Ok(false) };
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM blacklisted_phone_numbers WHERE restaurant_id = $1 AND phone_e164 = $2) AS "is_listed!""#,
        restaurant.0,
        number.e164,
    )
    .fetch_one(conn)
    .await
}

/// Adds a number, and returns the entry's id.
pub async fn add(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    wanted: BlacklistForm,
) -> Result<BlacklistedNumberId, CustomerError> {
    let number = check(&wanted)?;
    let id = sqlx::query_scalar!(
        "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_country, phone_local_number, phone_e164, internal_memo,
             created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT ON CONSTRAINT blacklisted_phone_numbers_number_key DO NOTHING RETURNING id",
        restaurant.0,
        number.country,
        number.local,
        number.e164,
        wanted.internal_memo.unwrap_or_default(),
        now,
    );
    let id = id.fetch_optional(&mut *conn).await?.map(BlacklistedNumberId).ok_or(CustomerError::NumberListed)?;
    record_change(conn, now, actor, restaurant, "blacklist.added", id).await?;
    Ok(id)
}

/// Changes the given fields of an entry, unless another user has changed the memo since the writer saw it.
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: BlacklistedNumberId,
    wanted: BlacklistForm,
) -> Result<(), CustomerError> {
    let stored = lock(conn, restaurant, id).await?.ok_or(CustomerError::NotFound)?;
    let wanted = BlacklistForm {
        phone_country: wanted.phone_country.or(Some(stored.phone_country)),
        phone_local_number: wanted.phone_local_number.or(Some(stored.phone_local_number)),
        ..wanted
    };
    let number = check(&wanted)?;
    let changed = sqlx::query!(
        "UPDATE blacklisted_phone_numbers SET phone_country = $3, phone_local_number = $4, phone_e164 = $5,
             internal_memo = coalesce($6, internal_memo)
         WHERE restaurant_id = $1 AND id = $2
           AND (coalesce($7, internal_memo) = internal_memo OR coalesce($6, internal_memo) = internal_memo)",
        restaurant.0,
        id.0,
        number.country,
        number.local,
        number.e164,
        wanted.internal_memo,
        wanted.seen_internal_memo,
    );
    let changed = changed.execute(&mut *conn).await.map_err(|error| match violated_constraint(&error) {
        Some("blacklisted_phone_numbers_number_key") => CustomerError::NumberListed,
        _ => error.into(),
    })?;
    if changed.rows_affected() == 0 {
        let is_there = find(conn, restaurant, id).await?.is_some();
        return Err(if is_there { CustomerError::NoteChanged } else { CustomerError::NotFound });
    }
    Ok(record_change(conn, now, actor, restaurant, "blacklist.changed", id).await?)
}

/// Removes a number from the list.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: BlacklistedNumberId,
) -> Result<(), CustomerError> {
    let removed =
        sqlx::query!("DELETE FROM blacklisted_phone_numbers WHERE restaurant_id = $1 AND id = $2", restaurant.0, id.0);
    if removed.execute(&mut *conn).await?.rows_affected() == 0 {
        return Err(CustomerError::NotFound);
    }
    Ok(record_change(conn, now, actor, restaurant, "blacklist.removed", id).await?)
}

/// Records the change in the audit log, and invalidates the caches that depend on the restaurant's customers.
async fn record_change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    action: &str,
    id: BlacklistedNumberId,
) -> sqlx::Result<()> {
    let event = Event {
        actor,
        action,
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "blacklisted_phone_number_id": id }),
    };
    audit::record(conn, now, event).await?;
    restaurants::queries::touch_settings(conn, restaurant).await
}
