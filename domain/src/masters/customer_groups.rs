//! A restaurant's own groups of customers. What cancellation slots do for a group its staff set.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;

/// A group. An archived one keeps its customers, and is chosen for nothing new.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CustomerGroupRecord {
    #[serde(default)]
    pub id: i64,
    pub label: String,
    pub label_short: String,
    /// Its customers find everything full (gaps G056).
    #[serde(default)]
    pub soft_disallow_online_reservation: bool,
    #[serde(default)]
    pub is_archived: bool,
}

const TAKEN: (&str, &str) = ("customer_groups_label_key", "label");

impl Master for CustomerGroupRecord {
    const NAME: &'static str = "customer_groups";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT id, label, label_short, soft_disallow_online_reservation, archived_at IS NOT NULL AS "is_archived!"
               FROM customer_groups WHERE restaurant_id = $1 ORDER BY id"#,
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(
        mut self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> Result<String, MasterError> {
        let mut check = Check::default();
        check.name("label", &mut self.label);
        check.name("label_short", &mut self.label_short);
        check.end()?;
        let archived_at = self.is_archived.then_some(edit.now);
        let saved = match key.map(number).transpose()? {
            None => {
                sqlx::query_scalar!(
                    "INSERT INTO customer_groups (uid, restaurant_id, label, label_short, soft_disallow_online_reservation, archived_at)
                     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                    edit.rng.uid(),
                    edit.restaurant_id(),
                    self.label,
                    self.label_short,
                    self.soft_disallow_online_reservation,
                    archived_at,
                )
                .fetch_one(conn)
                .await
                .map_err(|error| MasterError::of(error, TAKEN))?
            }
            Some(id) => {
                let updated = sqlx::query_scalar!(
                    "UPDATE customer_groups SET label = $3, label_short = $4, soft_disallow_online_reservation = $5,
                         archived_at = CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE coalesce(archived_at, $6) END
                     WHERE restaurant_id = $1 AND id = $2 RETURNING id",
                    edit.restaurant_id(),
                    id,
                    self.label,
                    self.label_short,
                    self.soft_disallow_online_reservation,
                    archived_at,
                );
                let updated = updated.fetch_optional(conn).await.map_err(|error| MasterError::of(error, TAKEN))?;
                updated.ok_or(MasterError::NotFound)?
            }
        };
        Ok(saved.to_string())
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let gone = sqlx::query!("DELETE FROM customer_groups WHERE restaurant_id = $1 AND id = $2", restaurant, id);
        met(gone.execute(&mut *conn).await.map_err(MasterError::of_removal)?.rows_affected())?;
        // The days' summaries that nobody reads any more.
        sqlx::query!("DELETE FROM availability_days WHERE restaurant_id = $1 AND access_class = $2", restaurant, id)
            .execute(conn)
            .await?;
        Ok(())
    }
}
