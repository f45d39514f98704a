//! The labels that staff put on days (gaps G112).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CalendarTagRecord {
    #[serde(default)]
    pub id: i64,
    pub label: String,
    /// #rrggbb
    pub color: String,
    #[serde(default)]
    pub position: i32,
}

const TAKEN: (&str, &str) = ("calendar_tags_label_key", "label");

impl Master for CalendarTagRecord {
    const NAME: &'static str = "calendar_tags";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT id, label, color, position FROM calendar_tags WHERE restaurant_id = $1 ORDER BY position, id",
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
        let color = self.color.to_lowercase();
        let is_color = color.len() == 7 && color.starts_with('#') && color[1..].bytes().all(|b| b.is_ascii_hexdigit());
        check.must("color", is_color, "invalid");
        check.end()?;
        let saved = match key.map(number).transpose()? {
            None => sqlx::query_scalar!(
                "INSERT INTO calendar_tags (restaurant_id, label, color, position) VALUES ($1, $2, $3, $4) RETURNING id",
                edit.restaurant_id(),
                self.label,
                color,
                self.position,
            )
            .fetch_optional(conn)
            .await,
            Some(id) => sqlx::query_scalar!(
                "UPDATE calendar_tags SET label = $3, color = $4, position = $5 WHERE restaurant_id = $1 AND id = $2 RETURNING id",
                edit.restaurant_id(),
                id,
                self.label,
                color,
                self.position,
            )
            .fetch_optional(conn)
            .await,
        };
        let saved = saved.map_err(|error| MasterError::of(error, TAKEN))?.ok_or(MasterError::NotFound)?;
        Ok(saved.to_string())
    }

    /// A tag that stands on a day stays.
    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let stands = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM calendar_date_tags WHERE restaurant_id = $1 AND calendar_tag_id = $2) AS "stands!""#,
            restaurant,
            id
        );
        if stands.fetch_one(&mut *conn).await? {
            return Err(MasterError::InUse);
        }
        let gone = sqlx::query!("DELETE FROM calendar_tags WHERE restaurant_id = $1 AND id = $2", restaurant, id);
        met(gone.execute(conn).await?.rows_affected())
    }
}
