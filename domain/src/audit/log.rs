//! Reads the history of a booking in the audit log (gaps G196). `lists` has the whole log.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use crate::ids::{AuditEventId, ReservationId, RestaurantId};
use crate::text_enum::text_enum;

text_enum! {
    /// Kinds of actors.
    pub enum ActorKind of "audit_events.actor" {
        Diner = "diner",
        Owner = "owner",
        Admin = "admin",
        System = "system",
        CommandLine = "command_line",
    }
}

/// A row with the names for its ids. A diner is named by uid only.
pub struct AuditEntry {
    pub id: AuditEventId,
    pub at: DateTime<Utc>,
    pub actor: ActorKind,
    pub actor_id: Option<i64>,
    pub actor_nickname: Option<String>,
    pub user_uid: Option<String>,
    pub restaurant_slug: Option<String>,
    pub restaurant_name_ja: Option<String>,
    pub restaurant_name_en: Option<String>,
    pub reservation_uid: Option<String>,
    pub action: String,
    pub detail: Value,
}

/// An action on one reservation.
pub struct ReservationAction {
    pub at: DateTime<Utc>,
    pub action: String,
    pub detail: Value,
}

/// Returns the actions on a reservation that are in `actions`, oldest first.
pub async fn list_of_reservation(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
    actions: &[&str],
) -> sqlx::Result<Vec<ReservationAction>> {
    sqlx::query_as!(
        ReservationAction,
        "SELECT at, action, detail FROM audit_events WHERE restaurant_id = $3 AND reservation_id = $1 AND action = ANY ($2)
         ORDER BY at, id",
        reservation.0,
        actions as &[&str],
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Returns the first actions on a reservation, oldest first, without those called `without`.
pub async fn list_history(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
    without: &str,
    limit: i64,
) -> sqlx::Result<Vec<AuditEntry>> {
    sqlx::query_as!(
        AuditEntry,
        r#"SELECT e.id AS "id: AuditEventId", e.at, e.actor AS "actor: ActorKind", e.actor_id,
                  coalesce(o.nickname, a.nickname) AS actor_nickname, u.uid AS "user_uid?", t.slug AS "restaurant_slug?", t.name_ja AS "restaurant_name_ja?",
                  t.name_en AS "restaurant_name_en?", r.uid AS "reservation_uid?", e.action, e.detail
           FROM audit_events e
           LEFT JOIN owners o ON e.actor = 'owner' AND o.id = e.actor_id
           LEFT JOIN admin_users a ON e.actor = 'admin' AND a.id = e.actor_id
           LEFT JOIN users u ON e.actor = 'diner' AND u.id = e.actor_id
           LEFT JOIN restaurants t ON t.id = e.restaurant_id
           LEFT JOIN reservations r ON r.restaurant_id = e.restaurant_id AND r.id = e.reservation_id
           WHERE e.restaurant_id = $1 AND e.reservation_id = $2 AND e.action <> $3
           ORDER BY e.at, e.id LIMIT $4"#,
        restaurant.0,
        reservation.0,
        without,
        limit,
    )
    .fetch_all(conn)
    .await
}
