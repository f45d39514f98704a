//! Courses and their prices.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::course_units::counts_one;
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

const MAX_PRICE: i32 = 10_000_000;

/// A course. Its meal cannot be changed.
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
    /// Unit of the price; a person if blank. It counts one guest or one portion: any other unit, such as a table, a pair or two guests, is
    /// rejected, because a price is multiplied by the number of guests (R-080, gaps G277).
    #[serde(default)]
    #[schema(required)]
    pub custom_unit_ja: Option<String>,
    #[serde(default)]
    #[schema(required)]
    pub custom_unit_en: Option<String>,
    #[serde(default)]
    pub is_prepaid: bool,
    pub is_active: bool,
    /// Maximum number of guests a day; null for no limit (gaps G060).
    #[serde(default)]
    #[schema(required)]
    pub daily_max: Option<i32>,
    #[serde(default)]
    pub position: i32,
}

impl Master for CourseRecord {
    const NAME: &'static str = "courses";
    const CONSTRAINTS: Constraints = &[("courses_operation_fkey", "operation", "operation_unknown")];

    select!(of_restaurant "courses", "t.id": i64;
        "id, operation, title_ja, title_en, description_ja, description_en, price, price_description_ja, price_description_en,
         custom_unit_ja, custom_unit_en, is_prepaid, is_active, daily_max, position"; order "position, id");
    delete!(of_restaurant "courses", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("title_ja", &mut self.title_ja);
        check.name("title_en", &mut self.title_en);
        check.text("description_ja", &mut self.description_ja);
        check.text("description_en", &mut self.description_en);
        check.single_line("price_description_ja", &mut self.price_description_ja);
        check.single_line("price_description_en", &mut self.price_description_en);
        check.within("price", self.price, 0..=MAX_PRICE);
        check.within("daily_max", self.daily_max.unwrap_or(1), 1..=100_000);
        check.optional_name("custom_unit_ja", &mut self.custom_unit_ja);
        check.optional_name("custom_unit_en", &mut self.custom_unit_en);
        for (field, unit) in [("custom_unit_ja", &self.custom_unit_ja), ("custom_unit_en", &self.custom_unit_en)] {
            check.require(field, unit.as_deref().is_none_or(counts_one), "course_unit_not_single");
        }
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_restaurant "courses", "t.id" = (edit, id);
            update "title_ja = $3, title_en = $4, description_ja = $5, description_en = $6, price = $7, price_description_ja = $8,
                    price_description_en = $9, custom_unit_ja = $10, custom_unit_en = $11, is_prepaid = $12, is_active = $13,
                    daily_max = $14, position = $15";
            insert "title_ja, title_en, description_ja, description_en, price, price_description_ja, price_description_en,
                    custom_unit_ja, custom_unit_en, is_prepaid, is_active, daily_max, position, operation, uid",
                   "$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17";
            self.title_ja, self.title_en, self.description_ja, self.description_en, self.price, self.price_description_ja,
            self.price_description_en, self.custom_unit_ja, self.custom_unit_en, self.is_prepaid, self.is_active, self.daily_max,
            self.position, self.operation, edit.rng.uid()
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
