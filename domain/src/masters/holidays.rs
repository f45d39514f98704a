//! The operator's changes of the national holidays (gaps G237).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select};
use crate::audit::Actor;
use crate::holidays::holiday;

/// A day that is a holiday in addition to the computed ones, or a computed holiday that does not take place.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct HolidayRecord {
    /// The day identifies the change.
    #[serde(default)]
    pub id: String,
    pub date: NaiveDate,
    /// The computed holiday of this day does not take place. Names are optional then.
    #[serde(default)]
    pub is_struck: bool,
    #[serde(default)]
    pub label_ja: String,
    #[serde(default)]
    pub label_en: String,
    #[serde(default)]
    pub reason: String,
    /// The admin who made the change; blank for a change by the command line. Ignored in a form.
    #[serde(default)]
    pub added_by: String,
}

impl Master for HolidayRecord {
    const NAME: &'static str = "holidays";
    const CONSTRAINTS: Constraints = &[("extra_holidays_pkey", "date", "master_taken")];

    select!(of_platform "extra_holidays", "t.date": NaiveDate;
        r#"date::text AS "id!", date, is_struck, label_ja, label_en, reason,
           coalesce((SELECT nickname FROM admin_users a WHERE a.id = t.admin_user_id), '') AS "added_by!""#;
        order "date DESC");
    delete!(of_platform "extra_holidays", "t.date": NaiveDate);

    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>) {
        let date = key.and_then(|key| key.parse().ok()).unwrap_or(self.date);
        if self.is_struck {
            check.require("is_struck", holiday(date).is_some(), "holiday_not_computed");
            check.single_line("label_ja", &mut self.label_ja);
            check.single_line("label_en", &mut self.label_en);
        } else {
            check.name("label_ja", &mut self.label_ja);
            check.name("label_en", &mut self.label_en);
        }
        check.single_line("reason", &mut self.reason);
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, key: Option<NaiveDate>) -> Written<NaiveDate> {
        let admin = match edit.actor {
            Actor::Admin(id) => Some(id.0),
            _ => None,
        };
        let written = match key {
            Some(date) => {
                sqlx::query_scalar!(
                "UPDATE extra_holidays SET is_struck = $2, label_ja = $3, label_en = $4, reason = $5, admin_user_id = $6
                     WHERE date = $1 RETURNING date",
                date,
                self.is_struck,
                self.label_ja,
                self.label_en,
                self.reason,
                admin,
            )
                .fetch_optional(conn)
                .await?
            }
            None => Some(
                sqlx::query_scalar!(
                    "INSERT INTO extra_holidays (date, is_struck, label_ja, label_en, reason, admin_user_id, created_at)
                     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING date",
                    self.date,
                    self.is_struck,
                    self.label_ja,
                    self.label_en,
                    self.reason,
                    admin,
                    edit.now,
                )
                .fetch_one(conn)
                .await?,
            ),
        };
        Ok(written)
    }
}
