//! Common parts of every change of a record.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sqlx::PgConnection;

use super::error::MasterError;
use super::fields::FieldChecks;
use crate::audit::{self, Actor, changed_fields};
use crate::ids::RestaurantId;
use crate::inventory;
use crate::restaurants;
use crate::rng::Rng;

/// Author and time of a change. A global record belongs to no restaurant.
#[derive(Clone, Copy, Debug)]
pub struct MasterEdit<'a> {
    pub rng: &'a Rng,
    pub now: DateTime<Utc>,
    pub actor: Actor,
    pub restaurant: Option<RestaurantId>,
    /// The reason for a change of a risky setting, which the audit log stores (gaps G220).
    pub reason: Option<&'a str>,
}

impl MasterEdit<'_> {
    /// Returns the restaurant id in the record's table; 0, which no restaurant has, for a global record.
    pub(super) fn restaurant_id(&self) -> i64 {
        self.restaurant.map_or(0, |id| id.0)
    }
}

/// Constraints of a table, each with its field and the code of the error.
pub type Constraints = &'static [(&'static str, &'static str, &'static str)];

/// Key of the written row; None if no row has the key.
pub type Written<K> = Result<Option<K>, MasterError>;

/// A kind of record. Forms are deserialised to it, and lists serialise it.
pub trait Master: Serialize + DeserializeOwned + Send + Sized {
    /// Name in addresses and in the audit log.
    const NAME: &'static str;
    /// Constraints that a form can violate.
    const CONSTRAINTS: Constraints = &[];
    /// Identifies a record among the records of its kind: an id, a name or a day.
    type Key: FromStr + Display + Send;

    /// Returns all records, or the one of a key, in the order in which diners and staff see them.
    fn select(
        conn: &mut PgConnection,
        restaurant: Option<RestaurantId>,
        key: Option<Self::Key>,
    ) -> impl Future<Output = sqlx::Result<Vec<Self>>> + Send;

    /// Trims and validates the fields of a new record, or of the one of `key`.
    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>);

    /// Inserts the record, or updates the one of `key`.
    fn write(
        self,
        conn: &mut PgConnection,
        edit: &MasterEdit<'_>,
        key: Option<Self::Key>,
    ) -> impl Future<Output = Written<Self::Key>> + Send;

    /// Deletes a record that is not in use. Returns the number of deleted rows.
    fn delete(
        conn: &mut PgConnection,
        edit: &MasterEdit<'_>,
        key: Self::Key,
    ) -> impl Future<Output = Result<u64, MasterError>> + Send;
}

/// Returns all records of a kind.
pub async fn list<M: Master>(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<M>> {
    M::select(conn, restaurant, None).await
}

/// Returns the record of a key.
pub async fn find<M: Master>(
    conn: &mut PgConnection,
    restaurant: Option<RestaurantId>,
    key: &str,
) -> Result<M, MasterError> {
    let found = M::select(conn, restaurant, Some(parse::<M>(key)?)).await?;
    found.into_iter().next().ok_or(MasterError::NotFound)
}

/// Serialises the changes of one kind of a restaurant's records until the transaction ends, so a change is compared with the current record.
pub async fn lock<M: Master>(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<()> {
    let restaurant = restaurant.map_or(0, |id| id.0);
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('masters ' || $1::text, $2))", M::NAME, restaurant)
        .execute(conn)
        .await?;
    Ok(())
}

/// Saves a record, with all consequences.
pub async fn save<M: Master>(
    conn: &mut PgConnection,
    edit: &MasterEdit<'_>,
    key: Option<&str>,
    mut record: M,
) -> Result<M, MasterError> {
    let mut check = FieldChecks::default();
    record.check(&mut check, key);
    check.end()?;
    let old = match key {
        Some(key) => json_of(&find::<M>(conn, edit.restaurant, key).await?),
        None => Map::new(),
    };
    let written = record.write(conn, edit, key.map(parse::<M>).transpose()?).await;
    let written = written.map_err(|error| error.about(M::CONSTRAINTS))?.ok_or(MasterError::NotFound)?.to_string();
    let saved = find::<M>(conn, edit.restaurant, &written).await?;
    let change = changed_fields(old, json_of(&saved), &UNRECORDED);
    let action = if key.is_none() { "master_created" } else { "master_updated" };
    record_and_refresh(conn, edit, action, (M::NAME, &written), change).await?;
    Ok(saved)
}

/// Deletes a record to which nothing refers.
pub async fn remove<M: Master>(conn: &mut PgConnection, edit: &MasterEdit<'_>, key: &str) -> Result<(), MasterError> {
    let old = json_of(&find::<M>(conn, edit.restaurant, key).await?);
    if M::delete(conn, edit, parse::<M>(key)?).await? == 0 {
        find::<M>(conn, edit.restaurant, key).await?;
        return Err(MasterError::InUse);
    }
    let change = changed_fields(old, Map::new(), &UNRECORDED);
    Ok(record_and_refresh(conn, edit, "master_removed", (M::NAME, key), change).await?)
}

/// Fields whose values the audit log does not have: a code opens a booking or a discount, and a note may name a guest.
const UNRECORDED: [&str; 2] = ["code", "note"];

fn json_of<M: Master>(record: &M) -> Map<String, Value> {
    match json!(record) {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Parses a key; a text of another form identifies no record.
fn parse<M: Master>(key: &str) -> Result<M::Key, MasterError> {
    key.parse().map_err(|_| MasterError::NotFound)
}

/// Writes the audit row and, for a restaurant, updates everything that depends on its records: the search texts, the caches of web servers
/// and, in the last statement of a transaction that changes a day's stock, the summaries of all its days.
async fn record_and_refresh(
    conn: &mut PgConnection,
    edit: &MasterEdit<'_>,
    action: &str,
    (name, key): (&str, &str),
    change: Map<String, Value>,
) -> sqlx::Result<()> {
    let mut detail = json!({ "master": name, "key": key });
    for (side, fields) in change {
        detail[side] = fields;
    }
    let MasterEdit { now, actor, restaurant, reason, .. } = *edit;
    if let Some(reason) = reason {
        detail["reason"] = reason.into();
    }
    audit::record(conn, now, audit::Event { actor, action, restaurant, reservation: None, detail }).await?;
    let Some(restaurant) = restaurant else { return Ok(()) };
    restaurants::search::write(conn, &[restaurant]).await?;
    restaurants::queries::touch_settings(conn, restaurant).await?;
    let days = sqlx::query_scalar!(
        r#"SELECT date AS "date!" FROM (
               SELECT date FROM restaurant_days WHERE restaurant_id = $1
               UNION SELECT date FROM online_stock_groups WHERE restaurant_id = $1 AND deleted_at IS NULL) days ORDER BY date"#,
        restaurant.0
    );
    let days = days.fetch_all(&mut *conn).await?;
    inventory::queries::refresh_days(conn, restaurant, &days).await
}
