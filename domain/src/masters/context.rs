//! What every change of a record has in common.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use sqlx::PgConnection;

use super::error::MasterError;
use crate::audit::{self, Actor};
use crate::ids::RestaurantId;
use crate::inventory;
use crate::restaurants;
use crate::rng::Rng;

/// Who changes what when. A record of the house belongs to no restaurant.
#[derive(Clone, Copy, Debug)]
pub struct Edit<'a> {
    pub rng: &'a Rng,
    pub now: DateTime<Utc>,
    pub actor: Actor,
    pub restaurant: Option<RestaurantId>,
}

impl Edit<'_> {
    /// The id of the restaurant in the record's table; 0, which none has, for a record of the house.
    pub(super) fn restaurant_id(&self) -> i64 {
        self.restaurant.map_or(0, |id| id.0)
    }
}

/// A kind of record. What a form sends is read as one, and a list shows them.
pub trait Master: Serialize + DeserializeOwned + Send + Sized {
    /// In addresses and in the audit log.
    const NAME: &'static str;

    /// All records, in the order in which diners and staff see them.
    fn list(
        conn: &mut PgConnection,
        restaurant: Option<RestaurantId>,
    ) -> impl Future<Output = sqlx::Result<Vec<Self>>> + Send;

    /// What names the record among those of its kind: an id, or a name.
    fn key(&self) -> String;

    /// Writes a new record, or the one of `key` anew; its key.
    fn write(
        self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> impl Future<Output = Result<String, MasterError>> + Send;

    fn delete(
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: &str,
    ) -> impl Future<Output = Result<(), MasterError>> + Send;
}

/// Saves a record, and all that follows from it.
pub async fn save<M: Master>(
    conn: &mut PgConnection,
    edit: &Edit<'_>,
    key: Option<&str>,
    record: M,
) -> Result<M, MasterError> {
    let written = record.write(conn, edit, key).await?;
    follow(conn, edit, if key.is_none() { "master_created" } else { "master_updated" }, M::NAME, &written).await?;
    let all = M::list(conn, edit.restaurant).await?;
    all.into_iter().find(|record| record.key() == written).ok_or(MasterError::NotFound)
}

/// Removes a record that nothing refers to.
pub async fn remove<M: Master>(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
    M::delete(conn, edit, key).await?;
    Ok(follow(conn, edit, "master_removed", M::NAME, key).await?)
}

/// The audit row; and of a restaurant what depends on any of its records: what the search reads, what web servers remember, and the
/// summaries of all its days, the last statement of a transaction that changes a day's stock.
async fn follow(conn: &mut PgConnection, edit: &Edit<'_>, action: &str, name: &str, key: &str) -> sqlx::Result<()> {
    let detail = json!({ "master": name, "key": key });
    let Edit { now, actor, restaurant, .. } = *edit;
    audit::record(conn, now, audit::Event { actor, action, restaurant, reservation: None, detail }).await?;
    let Some(restaurant) = restaurant else { return Ok(()) };
    restaurants::search::write(conn, &[restaurant.0]).await?;
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

/// The number that a key is; a key that is none names no record.
pub(super) fn number(key: &str) -> Result<i64, MasterError> {
    key.parse().map_err(|_| MasterError::NotFound)
}

/// Whether a statement met a row.
pub(super) fn met(rows: u64) -> Result<(), MasterError> {
    if rows == 0 { Err(MasterError::NotFound) } else { Ok(()) }
}
