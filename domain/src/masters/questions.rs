//! The preference questions of a restaurant, answered with a booking or after it (diner §3).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Master, MasterEdit, Written};
use super::error::MasterError;
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

const MAX_OPTIONS: usize = 30;

/// A question. A `select` has options, the same number in both languages.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct QuestionRecord {
    #[serde(default)]
    pub id: i64,
    /// `on_booking` or `after_booking`.
    pub timing: String,
    /// `select` or `singleline`.
    pub question_type: String,
    pub question_ja: String,
    pub question_en: String,
    #[serde(default)]
    pub options_ja: Vec<String>,
    #[serde(default)]
    pub options_en: Vec<String>,
    #[serde(default)]
    pub is_required: bool,
    #[serde(default)]
    pub position: i32,
    /// Parent of a child question, and the parent's option, counted from 1, that it follows.
    #[serde(default)]
    #[schema(required)]
    pub parent_id: Option<i64>,
    #[serde(default)]
    #[schema(required)]
    pub only_option_id: Option<i32>,
}

impl QuestionRecord {
    /// Checks the parent of a child question: it is a `select` with that option, of the same timing and without a parent. A child has no
    /// children.
    async fn check_parent(&self, conn: &mut PgConnection, restaurant: i64, id: Option<i64>) -> Result<(), MasterError> {
        let (Some(parent), Some(option)) = (self.parent_id, self.only_option_id) else { return Ok(()) };
        let fits = sqlx::query_scalar!(
            r#"SELECT EXISTS (
                   SELECT 1 FROM preference_questions p
                   WHERE p.restaurant_id = $1 AND p.id = $2 AND p.id IS DISTINCT FROM $3 AND p.timing = $4
                     AND p.question_type = 'select' AND p.parent_id IS NULL AND $5 BETWEEN 1 AND cardinality(p.options_ja))
                 AND NOT EXISTS (
                   SELECT 1 FROM preference_questions c WHERE c.restaurant_id = $1 AND c.parent_id = $3) AS "fits!""#,
            restaurant,
            parent,
            id,
            self.timing,
            option,
        );
        let mut check = FieldChecks::default();
        check.require("parent_id", fits.fetch_one(conn).await?, "master_parent_invalid");
        check.end()
    }
}

impl Master for QuestionRecord {
    const NAME: &'static str = "preference_questions";

    select!(of_restaurant "preference_questions", "t.id": i64;
        "id, timing, question_type, question_ja, question_en, options_ja, options_en, is_required, position, parent_id, only_option_id";
        order "timing DESC, position, id");
    delete!(of_restaurant "preference_questions", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.require(
            "timing",
            ["on_booking", "after_booking"].contains(&self.timing.as_str()),
            "master_choice_invalid",
        );
        check.require(
            "question_type",
            ["select", "singleline"].contains(&self.question_type.as_str()),
            "master_choice_invalid",
        );
        check.name("question_ja", &mut self.question_ja);
        check.name("question_en", &mut self.question_en);
        for (field, options) in [("options_ja", &mut self.options_ja), ("options_en", &mut self.options_en)] {
            options.retain(|option| !option.trim().is_empty());
            if self.question_type == "singleline" {
                options.clear();
            } else {
                check.require(field, !options.is_empty(), "blank");
            }
            check.require(field, options.len() <= MAX_OPTIONS, "too_many_options");
            for option in options {
                check.name(field, option);
            }
        }
        check.require("options_en", self.options_ja.len() == self.options_en.len(), "master_options_differ");
        check.require(
            "only_option_id",
            self.parent_id.is_some() == self.only_option_id.is_some(),
            "master_option_invalid",
        );
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        self.check_parent(conn, edit.restaurant_id(), id).await?;
        let written = upsert!(
            of_restaurant "preference_questions", "t.id" = (edit, id);
            update "timing = $3, question_type = $4, question_ja = $5, question_en = $6, options_ja = $7, options_en = $8,
                    is_required = $9, position = $10, parent_id = $11, only_option_id = $12";
            insert "timing, question_type, question_ja, question_en, options_ja, options_en, is_required, position, parent_id,
                    only_option_id", "$3, $4, $5, $6, $7, $8, $9, $10, $11, $12";
            self.timing, self.question_type, self.question_ja, self.question_en, &self.options_ja, &self.options_en, self.is_required,
            self.position, self.parent_id, self.only_option_id
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
