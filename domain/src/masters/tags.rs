//! The labels that staff put on days (gaps G112).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CalendarTagRecord {
    #[serde(default)]
    pub id: i64,
    pub label: String,
    /// #rrggbb
    pub color: String,
    #[serde(default)]
    pub position: i32,
}

impl Master for CalendarTagRecord {
    const NAME: &'static str = "calendar_tags";
    const CONSTRAINTS: Constraints = &[("calendar_tags_label_key", "label", "master_taken")];

    select!(of_restaurant "calendar_tags", "t.id": i64; "id, label, color, position"; order "position, id");
    // A tag in use cannot be deleted.
    delete!(of_restaurant "calendar_tags", "t.id": i64;
        unless "EXISTS (SELECT 1 FROM calendar_date_tags d WHERE d.restaurant_id = t.restaurant_id AND d.calendar_tag_id = t.id)");

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.name("label", &mut self.label);
        self.color = self.color.to_lowercase();
        let digits = self.color.strip_prefix('#').unwrap_or_default();
        check.require(
            "color",
            digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()),
            "master_color_invalid",
        );
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_restaurant "calendar_tags", "t.id" = (edit, id);
            update "label = $3, color = $4, position = $5";
            insert "label, color, position", "$3, $4, $5";
            self.label, self.color, self.position
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
