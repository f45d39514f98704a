//! Confirmations that a diner ticks at the checkout. A booking stores the ticked texts.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

/// A confirmation. Its key cannot be changed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewItemRecord {
    #[serde(default)]
    pub id: String,
    /// Lower-case letters, digits and underscores: the name of the checkbox in the form.
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
    const CONSTRAINTS: Constraints = &[("review_page_items_pkey", "key_name", "master_taken")];

    select!(of_restaurant "review_page_items", "t.key_name": String;
        "key_name AS id, key_name, label_ja, label_en, position"; order "position, key_name");
    delete!(of_restaurant "review_page_items", "t.key_name": String);

    fn check(&mut self, check: &mut FieldChecks, key: Option<&str>) {
        check.require("key_name", is_key(key.unwrap_or(&self.key_name)), "master_key_invalid");
        check.single_line("label_ja", &mut self.label_ja);
        check.single_line("label_en", &mut self.label_en);
        check.require("label_ja", !self.label_ja.is_empty(), "blank");
        check.require("label_en", !self.label_en.is_empty(), "blank");
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, name: Option<String>) -> Written<String> {
        let written = upsert!(
            of_restaurant "review_page_items", "t.key_name" = (edit, name);
            update "label_ja = $3, label_en = $4, position = $5";
            insert "label_ja, label_en, position, key_name", "$3, $4, $5, $6";
            self.label_ja, self.label_en, self.position, self.key_name
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
