//! The meals that a restaurant serves.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;
use crate::restaurants::model::OperationName;

/// A meal with its hours. Its name is chosen once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OperationRecord {
    #[serde(default)]
    pub id: String,
    /// `lunch`, `dinner` or `takeaway`.
    #[serde(default)]
    pub name: String,
    /// HH:mm
    pub opens_at: String,
    pub closes_at: String,
    pub default_stay_minutes: i32,
    pub cutoff_hours: i32,
    pub is_active: bool,
}

impl Master for OperationRecord {
    const NAME: &'static str = "operations";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT name AS id, name, to_char(opens_at, 'HH24:MI') AS "opens_at!", to_char(closes_at, 'HH24:MI') AS "closes_at!",
                      default_stay_minutes, cutoff_hours, is_active
               FROM operations WHERE restaurant_id = $1 ORDER BY array_position('{lunch,dinner,takeaway}', name)"#,
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.name.clone()
    }

    async fn write(self, conn: &mut PgConnection, edit: &Edit<'_>, key: Option<&str>) -> Result<String, MasterError> {
        let name = key.unwrap_or(&self.name);
        let mut check = Check::default();
        check.must("name", OperationName::named(name).is_some(), "operation_unknown");
        let (opens_at, closes_at) = (check.time("opens_at", &self.opens_at), check.time("closes_at", &self.closes_at));
        check.must("closes_at", opens_at < closes_at, "master_backwards");
        check.within("default_stay_minutes", self.default_stay_minutes, 1..=1440);
        check.within("cutoff_hours", self.cutoff_hours, 0..=8784);
        check.end()?;
        if key.is_none() {
            sqlx::query!(
                "INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours, is_active)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                edit.restaurant_id(),
                name,
                opens_at,
                closes_at,
                self.default_stay_minutes,
                self.cutoff_hours,
                self.is_active,
            )
            .execute(conn)
            .await
            .map_err(|error| MasterError::of(error, ("operations_pkey", "name")))?;
        } else {
            let updated = sqlx::query!(
                "UPDATE operations SET opens_at = $3, closes_at = $4, default_stay_minutes = $5, cutoff_hours = $6, is_active = $7
                 WHERE restaurant_id = $1 AND name = $2",
                edit.restaurant_id(),
                name,
                opens_at,
                closes_at,
                self.default_stay_minutes,
                self.cutoff_hours,
                self.is_active,
            );
            met(updated.execute(conn).await?.rows_affected())?;
        }
        Ok(name.to_owned())
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone =
            sqlx::query!("DELETE FROM operations WHERE restaurant_id = $1 AND name = $2", edit.restaurant_id(), key);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}
