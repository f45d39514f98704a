//! What is eaten, and at what price.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;

const DEAREST: i32 = 10_000_000;

/// A course. Its meal is chosen once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CourseRecord {
    #[serde(default)]
    pub id: i64,
    #[serde(default)]
    pub operation: String,
    pub title_ja: String,
    pub title_en: String,
    #[serde(default)]
    pub description_ja: String,
    #[serde(default)]
    pub description_en: String,
    /// Yen, tax included.
    pub price: i32,
    #[serde(default)]
    pub price_description_ja: String,
    #[serde(default)]
    pub price_description_en: String,
    /// What the price is for; a person where blank.
    #[serde(default)]
    #[schema(required)]
    pub custom_unit_ja: Option<String>,
    #[serde(default)]
    #[schema(required)]
    pub custom_unit_en: Option<String>,
    #[serde(default)]
    pub is_prepaid: bool,
    pub is_active: bool,
    /// Guests a day; null for no limit (gaps G060).
    #[serde(default)]
    #[schema(required)]
    pub daily_max: Option<i32>,
    #[serde(default)]
    pub position: i32,
}

impl CourseRecord {
    fn check(&mut self) -> Result<(), MasterError> {
        let mut check = Check::default();
        check.name("title_ja", &mut self.title_ja);
        check.name("title_en", &mut self.title_en);
        check.text("description_ja", &mut self.description_ja);
        check.text("description_en", &mut self.description_en);
        check.line("price_description_ja", &mut self.price_description_ja);
        check.line("price_description_en", &mut self.price_description_en);
        check.within("price", self.price, 0..=DEAREST);
        check.within("daily_max", self.daily_max.unwrap_or(1), 1..=100_000);
        for (field, unit) in
            [("custom_unit_ja", &mut self.custom_unit_ja), ("custom_unit_en", &mut self.custom_unit_en)]
        {
            *unit = unit.take().filter(|text| !text.trim().is_empty());
            if let Some(text) = unit {
                check.name(field, text);
            }
        }
        check.end()
    }

    async fn insert(&self, conn: &mut PgConnection, edit: &Edit<'_>) -> Result<i64, MasterError> {
        let inserted = sqlx::query_scalar!(
            "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, description_ja, description_en, price,
                 price_description_ja, price_description_en, custom_unit_ja, custom_unit_en, is_prepaid, is_active, daily_max, position)
             SELECT $1, o.restaurant_id, o.name, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
             FROM operations o WHERE o.restaurant_id = $2 AND o.name = $3 RETURNING id",
            edit.rng.uid(),
            edit.restaurant_id(),
            self.operation,
            self.title_ja,
            self.title_en,
            self.description_ja,
            self.description_en,
            self.price,
            self.price_description_ja,
            self.price_description_en,
            self.custom_unit_ja,
            self.custom_unit_en,
            self.is_prepaid,
            self.is_active,
            self.daily_max,
            self.position,
        );
        let unknown = || MasterError::field("operation", "operation_unknown");
        inserted.fetch_optional(conn).await?.ok_or_else(unknown)
    }

    async fn update(&self, conn: &mut PgConnection, edit: &Edit<'_>, id: i64) -> Result<i64, MasterError> {
        let updated = sqlx::query_scalar!(
            "UPDATE courses SET title_ja = $3, title_en = $4, description_ja = $5, description_en = $6, price = $7,
                 price_description_ja = $8, price_description_en = $9, custom_unit_ja = $10, custom_unit_en = $11, is_prepaid = $12,
                 is_active = $13, daily_max = $14, position = $15
             WHERE restaurant_id = $1 AND id = $2 RETURNING id",
            edit.restaurant_id(),
            id,
            self.title_ja,
            self.title_en,
            self.description_ja,
            self.description_en,
            self.price,
            self.price_description_ja,
            self.price_description_en,
            self.custom_unit_ja,
            self.custom_unit_en,
            self.is_prepaid,
            self.is_active,
            self.daily_max,
            self.position,
        );
        updated.fetch_optional(conn).await?.ok_or(MasterError::NotFound)
    }
}

impl Master for CourseRecord {
    const NAME: &'static str = "courses";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT id, operation, title_ja, title_en, description_ja, description_en, price, price_description_ja,
                    price_description_en, custom_unit_ja, custom_unit_en, is_prepaid, is_active, daily_max, position
             FROM courses WHERE restaurant_id = $1 ORDER BY position, id",
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
        self.check()?;
        let saved = match key.map(number).transpose()? {
            None => self.insert(conn, edit).await?,
            Some(id) => self.update(conn, edit, id).await?,
        };
        Ok(saved.to_string())
    }

    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let (restaurant, id) = (edit.restaurant_id(), number(key)?);
        let gone = sqlx::query!("DELETE FROM courses WHERE restaurant_id = $1 AND id = $2", restaurant, id);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}
