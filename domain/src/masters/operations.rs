//! The meals that a restaurant serves.

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::{FieldChecks, time_of};
use super::statements::{delete, select, upsert};
use crate::restaurants::model::OperationName;
use crate::zone::BusinessTime;

const MINUTES_OF_A_DAY: i32 = 24 * 60;

/// A meal with its hours. Its name cannot be changed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OperationRecord {
    #[serde(default)]
    pub id: String,
    /// `lunch`, `dinner` or `takeaway`.
    #[serde(default)]
    pub name: String,
    /// HH:mm
    pub opens_at: String,
    /// HH:mm up to 29:00; 25:00 is one o'clock after midnight.
    pub closes_at: String,
    pub default_stay_minutes: i32,
    pub cutoff_hours: i32,
    pub is_active: bool,
}

impl Master for OperationRecord {
    const NAME: &'static str = "operations";
    const CONSTRAINTS: Constraints = &[("operations_pkey", "name", "master_taken")];

    select!(of_restaurant "operations", "t.name": String;
        r#"name AS id, name, to_char(opens_at, 'HH24:MI') AS "opens_at!", 
           CASE WHEN closes_at = '23:59' AND closes_late_minutes IS NOT NULL
                THEN to_char(closes_late_minutes / 60, 'FM00') || to_char(closes_late_minutes % 60, 'FM":"00')
                ELSE to_char(closes_at, 'HH24:MI') END AS "closes_at!",
           default_stay_minutes, cutoff_hours, is_active"#;
        order "array_position('{lunch,dinner,takeaway}', name)");
    delete!(of_restaurant "operations", "t.name": String);

    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>) {
        for time in [&mut self.opens_at, &mut self.closes_at] {
            *time = time.nfkc().collect::<String>().trim().to_owned();
        }
        check.require("name", OperationName::named(key.unwrap_or(&self.name)).is_some(), "operation_unknown");
        let opens_at = BusinessTime::from(check.time("opens_at", &self.opens_at));
        let closes_at = BusinessTime::parse(&self.closes_at);
        check.require("closes_at", closes_at.is_some(), "master_time_late_invalid");
        let closes_at = closes_at.unwrap_or(BusinessTime::LATEST);
        check.require("closes_at", closes_at.minutes() - opens_at.minutes() <= MINUTES_OF_A_DAY, "master_out_of_range");
        check.require("closes_at", opens_at < closes_at, "master_backwards");
        check.within("default_stay_minutes", self.default_stay_minutes, 1..=1440);
        check.within("cutoff_hours", self.cutoff_hours, 0..=8784);
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, name: Option<String>) -> Written<String> {
        let closes_at = BusinessTime::parse(&self.closes_at).unwrap_or_default();
        let late = (closes_at.minutes() >= MINUTES_OF_A_DAY).then_some(closes_at.minutes());
        let closes_at = late.map_or_else(|| time_of(&self.closes_at), |_| NaiveTime::from_hms_opt(23, 59, 0));
        let written = upsert!(
            of_restaurant "operations", "t.name" = (edit, name);
            update "opens_at = $3, closes_at = $4, default_stay_minutes = $5, cutoff_hours = $6, is_active = $7, closes_late_minutes = $9";
            insert "opens_at, closes_at, default_stay_minutes, cutoff_hours, is_active, name, closes_late_minutes", "$3, $4, $5, $6, $7, $8, $9";
            time_of(&self.opens_at), closes_at, self.default_stay_minutes, self.cutoff_hours, self.is_active, self.name, late
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
