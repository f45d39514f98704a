//! What a diner ticks on the review page. A booking keeps the texts that were ticked.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;

/// A confirmation. Its key is chosen once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewItemRecord {
    #[serde(default)]
    pub id: String,
    /// Lower case letters, digits and underscores: the name of the box in the form.
    #[serde(default)]
    pub key_name: String,
    pub label_ja: String,
    pub label_en: String,
    #[serde(default)]
    pub position: i32,
}

fn is_key(text: &str) -> bool {
    (1..=50).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

impl Master for ReviewItemRecord {
    const NAME: &'static str = "review_page_items";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT key_name AS id, key_name, label_ja, label_en, position FROM review_page_items
             WHERE restaurant_id = $1 ORDER BY position, key_name",
            restaurant.map_or(0, |id| id.0)
        )
        .fetch_all(conn)
        .await
    }

    fn key(&self) -> String {
        self.key_name.clone()
    }

    async fn write(
        mut self,
        conn: &mut PgConnection,
        edit: &Edit<'_>,
        key: Option<&str>,
    ) -> Result<String, MasterError> {
        let mut check = Check::default();
        let name = key.unwrap_or(&self.key_name).to_owned();
        check.must("key_name", is_key(&name), "invalid");
        check.line("label_ja", &mut self.label_ja);
        check.line("label_en", &mut self.label_en);
        check.must("label_ja", !self.label_ja.is_empty(), "blank");
        check.must("label_en", !self.label_en.is_empty(), "blank");
        check.end()?;
        if key.is_none() {
            sqlx::query!(
                "INSERT INTO review_page_items (restaurant_id, key_name, label_ja, label_en, position) VALUES ($1, $2, $3, $4, $5)",
                edit.restaurant_id(),
                name,
                self.label_ja,
                self.label_en,
                self.position,
            )
            .execute(conn)
            .await
            .map_err(|error| MasterError::of(error, ("review_page_items_pkey", "key_name")))?;
        } else {
            let updated = sqlx::query!(
                "UPDATE review_page_items SET label_ja = $3, label_en = $4, position = $5 WHERE restaurant_id = $1 AND key_name = $2",
                edit.restaurant_id(),
                name,
                self.label_ja,
                self.label_en,
                self.position,
            );
            met(updated.execute(conn).await?.rows_affected())?;
        }
        Ok(name)
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!(
            "DELETE FROM review_page_items WHERE restaurant_id = $1 AND key_name = $2",
            edit.restaurant_id(),
            key
        );
        met(gone.execute(conn).await?.rows_affected())
    }
}
