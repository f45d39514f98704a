//! The master data of the paid tiers, which all restaurants share: gold rounds, what a tier costs, and the codes that make its
//! first months free (gaps G131, G135).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::entitlements::tickets::stored_code;
use crate::ids::RestaurantId;

const GRADES: [&str; 3] = ["green", "gold", "ohc"];
const INTERVALS: [&str; 2] = ["month", "year"];

/// A time in which slots are set aside for gold diners.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct GoldRoundRecord {
    #[serde(default)]
    pub id: i64,
    pub title: String,
    /// In addresses: small letters, digits and hyphens.
    pub slug: String,
}

/// A price of a tier.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PlanPriceRecord {
    #[serde(default)]
    pub id: i64,
    /// The provider's name of the price; it stays as it was made.
    pub stripe_price_id: String,
    /// green, gold or ohc
    pub grade: String,
    /// Yen, tax included.
    pub amount: i32,
    /// month or year
    pub interval: String,
    /// 1 to 12.
    pub interval_count: i32,
    /// One that is offered no more goes on for those who have it.
    pub is_active: bool,
}

/// A code that makes the first months of a tier free.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CampaignCodeRecord {
    #[serde(default)]
    pub id: i64,
    pub code: String,
    pub title: String,
    /// green, gold or ohc
    pub grade: String,
    /// 1 to 3.
    pub trial_months: i32,
    #[serde(default)]
    #[schema(required)]
    pub valid_from: Option<NaiveDate>,
    /// The last day.
    #[serde(default)]
    #[schema(required)]
    pub valid_till: Option<NaiveDate>,
}

impl Master for GoldRoundRecord {
    const NAME: &'static str = "gold_rounds";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(Self, "SELECT id, title, slug FROM gold_rounds ORDER BY id DESC").fetch_all(conn).await
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
        check.name("title", &mut self.title);
        let is_slug = self.slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        check.must("slug", is_slug && (1..=60).contains(&self.slug.len()), "master_slug_invalid");
        check.end()?;
        let id = key.map(number).transpose()?;
        let saved = sqlx::query_scalar!(
            "WITH changed AS (UPDATE gold_rounds SET title = $2, slug = $3 WHERE id = $1 RETURNING id),
             made AS (INSERT INTO gold_rounds (title, slug, created_at) SELECT $2, $3, $4 WHERE $1::bigint IS NULL RETURNING id)
             SELECT id FROM changed UNION ALL SELECT id FROM made",
            id,
            self.title,
            self.slug,
            edit.now,
        );
        written(saved.fetch_optional(conn).await, ("gold_rounds_slug_key", "slug"))
    }

    /// One with slots stays.
    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM gold_rounds WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

impl Master for PlanPriceRecord {
    const NAME: &'static str = "plan_prices";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT id, stripe_price_id, grade, amount, "interval", interval_count, is_active FROM plan_prices
               ORDER BY is_active DESC, grade, amount, id"#
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
        check.name("stripe_price_id", &mut self.stripe_price_id);
        check.must("grade", GRADES.contains(&self.grade.as_str()), "invalid");
        check.must("interval", INTERVALS.contains(&self.interval.as_str()), "invalid");
        check.within("amount", self.amount, 1..=10_000_000);
        check.within("interval_count", self.interval_count, 1..=12);
        check.end()?;
        let saved = match key.map(number).transpose()? {
            None => sqlx::query_scalar!(
                r#"INSERT INTO plan_prices (stripe_price_id, grade, amount, "interval", interval_count, is_active, created_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id"#,
                self.stripe_price_id,
                self.grade,
                self.amount,
                self.interval,
                self.interval_count,
                self.is_active,
                edit.now,
            )
            .fetch_optional(conn)
            .await,
            // The provider's price never changes, so neither does what stands here of it.
            Some(id) => sqlx::query_scalar!(
                "UPDATE plan_prices SET is_active = $2 WHERE id = $1 RETURNING id",
                id,
                self.is_active
            )
            .fetch_optional(conn)
            .await,
        };
        written(saved.map(|id| id.map(Some)), ("plan_prices_stripe_price_key", "stripe_price_id"))
    }

    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM plan_prices WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

impl Master for CampaignCodeRecord {
    const NAME: &'static str = "campaign_codes";

    async fn list(conn: &mut PgConnection, _: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            "SELECT id, code, title, grade, trial_months, valid_from, valid_till FROM campaign_codes ORDER BY id DESC"
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
        let code = stored_code(&self.code);
        check.must("code", code.is_some(), "ticket_code_invalid");
        check.name("title", &mut self.title);
        check.must("grade", GRADES.contains(&self.grade.as_str()), "invalid");
        check.within("trial_months", self.trial_months, 1..=3);
        let runs_forwards = self.valid_from.zip(self.valid_till).is_none_or(|(from, till)| from <= till);
        check.must("valid_till", runs_forwards, "invalid");
        check.end()?;
        let id = key.map(number).transpose()?;
        let saved = sqlx::query_scalar!(
            "WITH changed AS (UPDATE campaign_codes SET code = $2, title = $3, grade = $4, trial_months = $5, valid_from = $6,
                                  valid_till = $7 WHERE id = $1 RETURNING id),
             made AS (INSERT INTO campaign_codes (code, title, grade, trial_months, valid_from, valid_till, created_at)
                      SELECT $2, $3, $4, $5, $6, $7, $8 WHERE $1::bigint IS NULL RETURNING id)
             SELECT id FROM changed UNION ALL SELECT id FROM made",
            id,
            code,
            self.title,
            self.grade,
            self.trial_months,
            self.valid_from,
            self.valid_till,
            edit.now,
        );
        written(saved.fetch_optional(conn).await, ("campaign_codes_code_key", "code"))
    }

    async fn delete(conn: &mut PgConnection, _: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!("DELETE FROM campaign_codes WHERE id = $1", number(key)?);
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}

/// The key of what a statement wrote.
fn written(saved: sqlx::Result<Option<Option<i64>>>, taken: (&str, &'static str)) -> Result<String, MasterError> {
    let saved = saved.map_err(|error| MasterError::of(error, taken))?;
    Ok(saved.flatten().ok_or(MasterError::NotFound)?.to_string())
}
