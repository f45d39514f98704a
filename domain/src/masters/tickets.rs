//! The tickets of a restaurant (gaps G071).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Constraints, Master, MasterEdit, Written};
use super::fields::FieldChecks;
use super::statements::{delete, select, upsert};

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TicketRecord {
    #[serde(default)]
    pub id: i64,
    /// Capitals, digits and hyphens; it cannot be changed.
    pub code: String,
    #[serde(default)]
    pub note: String,
    /// The last day on which a diner can book with it.
    #[serde(default)]
    #[schema(required)]
    pub valid_till: Option<NaiveDate>,
    /// Number of bookings made with it; ignored in a form.
    #[serde(default)]
    pub bookings: i64,
}

impl Master for TicketRecord {
    const NAME: &'static str = "tickets";
    const CONSTRAINTS: Constraints = &[("tickets_code_key", "code", "master_taken")];

    select!(of_restaurant "tickets", "t.id": i64;
        r#"id, code, note, valid_till,
           (SELECT count(*) FROM reservations r WHERE r.restaurant_id = t.restaurant_id AND r.ticket_code = t.code
                AND r.status = 'accepted') AS "bookings!""#; order "t.id DESC");
    // Bookings keep the code of a deleted ticket.
    delete!(of_restaurant "tickets", "t.id": i64);

    fn check(&mut self, check: &mut FieldChecks, _: Option<&str>) {
        check.code("code", &mut self.code);
        check.single_line("note", &mut self.note);
    }

    async fn write(self, conn: &mut PgConnection, edit: &MasterEdit<'_>, id: Option<i64>) -> Written<i64> {
        let written = upsert!(
            of_restaurant "tickets", "t.id" = (edit, id);
            update "note = $3, valid_till = $4";
            insert "note, valid_till, code, created_at", "$3, $4, $5, $6";
            self.note, self.valid_till, self.code, edit.now
        );
        Ok(written.fetch_optional(conn).await?)
    }
}
