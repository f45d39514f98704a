//! The master data of the whole platform: areas and cuisines.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::ids::RestaurantId;
use crate::restaurants::search;

/// Where restaurants are.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AreaRecord {
    #[serde(default)]
    pub id: i64,
    pub label_ja: String,
    pub label_en: String,
    #[serde(default)]
    pub position: i32,
}

/// What they cook.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CuisineRecord {
    #[serde(default)]
    pub id: i64,
    pub label_ja: String,
    pub label_en: String,
    #[serde(default)]
    pub position: i32,
}

fn check(label_ja: &mut String, label_en: &mut String) -> Result<(), MasterError> {
    let mut check = Check::default();
    check.name("label_ja", label_ja);
    check.name("label_en", label_en);
    check.end()
}

impl Master for AreaRecord {
    const NAME: &'static str = "areas";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(Self, "SELECT id, label_ja, label_en, position FROM areas ORDER BY position, id")
            .fetch_all(conn)
            .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(mut self, conn: &mut PgConnection, _: &Edit<'_>, key: Option<&str>) -> Result<String, MasterError> {
        check(&mut self.label_ja, &mut self.label_en)?;
        let id = key.map(number).transpose()?;
        let saved = sqlx::query_scalar!(
            "WITH changed AS (UPDATE areas SET label_ja = $2, label_en = $3, position = $4 WHERE id = $1 RETURNING id),
             made AS (INSERT INTO areas (label_ja, label_en, position) SELECT $2, $3, $4 WHERE $1::bigint IS NULL RETURNING id)
             SELECT id FROM changed UNION ALL SELECT id FROM made",
            id,
            self.label_ja,
            self.label_en,
            self.position,
        );
        let saved = saved.fetch_optional(&mut *conn).await;
        let saved = saved.map_err(|error| MasterError::of(error, ("areas_label_ja_key", "label_ja")))?;
        let saved = saved.flatten().ok_or(MasterError::NotFound)?;
        let shown = sqlx::query_scalar!("SELECT id FROM restaurants WHERE area_id = $1", saved);
        let shown = shown.fetch_all(&mut *conn).await?;
        search::write(conn, &shown).await?;
        Ok(saved.to_string())
    }

    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM areas WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

impl Master for CuisineRecord {
    const NAME: &'static str = "cuisines";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(Self, "SELECT id, label_ja, label_en, position FROM cuisines ORDER BY position, id")
            .fetch_all(conn)
            .await
    }

    fn key(&self) -> String {
        self.id.to_string()
    }

    async fn write(mut self, conn: &mut PgConnection, _: &Edit<'_>, key: Option<&str>) -> Result<String, MasterError> {
        check(&mut self.label_ja, &mut self.label_en)?;
        let id = key.map(number).transpose()?;
        let saved = sqlx::query_scalar!(
            "WITH changed AS (UPDATE cuisines SET label_ja = $2, label_en = $3, position = $4 WHERE id = $1 RETURNING id),
             made AS (INSERT INTO cuisines (label_ja, label_en, position) SELECT $2, $3, $4 WHERE $1::bigint IS NULL RETURNING id)
             SELECT id FROM changed UNION ALL SELECT id FROM made",
            id,
            self.label_ja,
            self.label_en,
            self.position,
        );
        let saved = saved.fetch_optional(&mut *conn).await;
        let saved = saved.map_err(|error| MasterError::of(error, ("cuisines_label_ja_key", "label_ja")))?;
        let saved = saved.flatten().ok_or(MasterError::NotFound)?;
        let shown = sqlx::query_scalar!("SELECT id FROM restaurants WHERE cuisine_id = $1", saved);
        let shown = shown.fetch_all(&mut *conn).await?;
        search::write(conn, &shown).await?;
        Ok(saved.to_string())
    }

    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM cuisines WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}
