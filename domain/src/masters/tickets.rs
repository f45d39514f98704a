//! The tickets of a restaurant (gaps G071).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::context::{Edit, Master, met, number};
use super::error::MasterError;
use super::fields::Check;
use crate::entitlements::tickets::stored_code;
use crate::ids::RestaurantId;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TicketRecord {
    #[serde(default)]
    pub id: i64,
    /// Capitals, digits and hyphens; it stays as it was made.
    pub code: String,
    #[serde(default)]
    pub note: String,
    /// The last day on which one can book with it.
    #[serde(default)]
    #[schema(required)]
    pub valid_till: Option<NaiveDate>,
    /// The bookings that were made with it; none in what is sent.
    #[serde(default)]
    pub bookings: i64,
}

const TAKEN: (&str, &str) = ("tickets_code_key", "code");

impl Master for TicketRecord {
    const NAME: &'static str = "tickets";

    async fn list(conn: &mut PgConnection, restaurant: Option<RestaurantId>) -> sqlx::Result<Vec<Self>> {
        sqlx::query_as!(
            Self,
            r#"SELECT t.id, t.code, t.note, t.valid_till,
                      (SELECT count(*) FROM reservations r WHERE r.restaurant_id = t.restaurant_id AND r.ticket_code = t.code
                           AND r.status = 'accepted') AS "bookings!"
               FROM tickets t WHERE t.restaurant_id = $1 ORDER BY t.id DESC"#,
            restaurant.map_or(0, |id| id.0)
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
        check.line("note", &mut self.note);
        check.end()?;
        let saved = match key.map(number).transpose()? {
            None => sqlx::query_scalar!(
                "INSERT INTO tickets (restaurant_id, code, note, valid_till, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                edit.restaurant_id(),
                code.unwrap_or_default(),
                self.note,
                self.valid_till,
                edit.now,
            )
            .fetch_optional(conn)
            .await,
            Some(id) => sqlx::query_scalar!(
                "UPDATE tickets SET note = $3, valid_till = $4 WHERE restaurant_id = $1 AND id = $2 RETURNING id",
                edit.restaurant_id(),
                id,
                self.note,
                self.valid_till,
            )
            .fetch_optional(conn)
            .await,
        };
        let saved = saved.map_err(|error| MasterError::of(error, TAKEN))?.ok_or(MasterError::NotFound)?;
        Ok(saved.to_string())
    }

    /// Bookings keep the code of a ticket that is gone.
    async fn delete(conn: &mut PgConnection, edit: &Edit<'_>, key: &str) -> Result<(), MasterError> {
        let gone = sqlx::query!(
            "DELETE FROM tickets WHERE restaurant_id = $1 AND id = $2",
            edit.restaurant_id(),
            number(key)?
        );
        met(gone.execute(conn).await.map_err(MasterError::of_removal)?.rows_affected())
    }
}
