//! Global master data of the paid tiers: gold rounds, prices of tiers, and campaign codes that make the first months free (gaps G131,
//! G135).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

const GRADES: [&str; 3] = ["green", "gold", "ohc"];
const INTERVALS: [&str; 2] = ["month", "year"];

/// A season in which slots are allocated to gold diners.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct GoldRoundRecord {
    #[serde(default)]
    pub id: i64,
    pub title: String,
    /// Name in addresses: lower-case letters, digits and hyphens.
    pub slug: String,
}

/// A price of a tier.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PlanPriceRecord {
    #[serde(default)]
    pub id: i64,
    /// The provider's id of the price; it cannot be changed.
    pub stripe_price_id: String,
    /// `green`, `gold` or `ohc`.
    pub grade: String,
    /// Yen, tax included.
    pub amount: i32,
    /// `month` or `year`.
    pub interval: String,
    /// 1 to 12.
    pub interval_count: i32,
    /// An inactive price is not offered any more and remains for its existing subscribers.
    pub is_active: bool,
}

/// A code that makes the first months of a tier free.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CampaignCodeRecord {
    #[serde(default)]
    pub id: i64,
    pub code: String,
    pub title: String,
    /// `green`, `gold` or `ohc`.
    pub grade: String,
    /// 1 to 3.
    pub trial_months: i32,
    #[serde(default)]
    #[schema(required)]
    pub valid_from: Option<NaiveDate>,
    /// The last day of its validity.
    #[serde(default)]
    #[schema(required)]
    pub valid_till: Option<NaiveDate>,
}

impl Master for GoldRoundRecord {
    const NAME: &'static str = "gold_rounds";
    const CONSTRAINTS: Constraints = &[("gold_rounds_slug_key", "slug", "master_taken")];

    select!(of_platform "gold_rounds", "t.id": i64; "id, title, slug"; order "id DESC");
    // A round with slots cannot be deleted.
    delete!(of_platform "gold_rounds", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("title", &mut self.title);
        let is_slug = self.slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        check.require("slug", is_slug && (1..=60).contains(&self.slug.len()), "master_slug_invalid");
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_platform "gold_rounds", "t.id" = id;
            update "title = $2, slug = $3";
            insert "title, slug, created_at", "$2, $3, $4";
            self.title, self.slug, edit.now
        );
        Ok(written.fetch_optional(conn).await?)
    }
}

impl Master for PlanPriceRecord {
    const NAME: &'static str = "plan_prices";
    const CONSTRAINTS: Constraints = &[("plan_prices_stripe_price_key", "stripe_price_id", "master_taken")];

    select!(of_platform "plan_prices", "t.id": i64;
        r#"id, stripe_price_id, grade, amount, "interval", interval_count, is_active"#;
        order "is_active DESC, grade, amount, id");
    delete!(of_platform "plan_prices", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("stripe_price_id", &mut self.stripe_price_id);
        check.require("grade", GRADES.contains(&self.grade.as_str()), "master_choice_invalid");
        check.require("interval", INTERVALS.contains(&self.interval.as_str()), "master_choice_invalid");
        check.within("amount", self.amount, 1..=10_000_000);
        check.within("interval_count", self.interval_count, 1..=12);
    }

    /// Writes the price. The provider's price never changes, so neither does its copy here.
    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_platform "plan_prices", "t.id" = id;
            update "is_active = $2";
            insert r#"is_active, stripe_price_id, grade, amount, "interval", interval_count, created_at"#, "$2, $3, $4, $5, $6, $7, $8";
            self.is_active, self.stripe_price_id, self.grade, self.amount, self.interval, self.interval_count, edit.now
        );
        Ok(written.fetch_optional(conn).await?)
    }
}

impl Master for CampaignCodeRecord {
    const NAME: &'static str = "campaign_codes";
    const CONSTRAINTS: Constraints = &[("campaign_codes_code_key", "code", "master_taken")];

    select!(of_platform "campaign_codes", "t.id": i64;
        "id, code, title, grade, trial_months, valid_from, valid_till"; order "id DESC");
    delete!(of_platform "campaign_codes", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.code("code", &mut self.code);
        check.name("title", &mut self.title);
        check.require("grade", GRADES.contains(&self.grade.as_str()), "master_choice_invalid");
        check.within("trial_months", self.trial_months, 1..=3);
        let runs_forwards = self.valid_from.zip(self.valid_till).is_none_or(|(from, till)| from <= till);
        check.require("valid_till", runs_forwards, "master_till_invalid");
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_platform "campaign_codes", "t.id" = id;
            update "code = $2, title = $3, grade = $4, trial_months = $5, valid_from = $6, valid_till = $7";
            insert "code, title, grade, trial_months, valid_from, valid_till, created_at", "$2, $3, $4, $5, $6, $7, $8";
            self.code, self.title, self.grade, self.trial_months, self.valid_from, self.valid_till, edit.now
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
