//! The audit log. Rows are append-only and are written in the transaction of the action.

mod changes;
pub mod log;

pub use changes::{change_detail, changed_fields};

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use crate::ids::{AdminUserId, OwnerId, ReservationId, RestaurantId, UserId};

#[derive(Clone, Copy, Debug)]
pub enum Actor {
    Diner(UserId),
    Owner(OwnerId),
    Admin(AdminUserId),
    /// A sweeper or a job.
    System,
    /// An admin of the platform at the command line.
    CommandLine,
}

impl Actor {
    fn parts(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Diner(id) => ("diner", Some(id.0)),
            Self::Owner(id) => ("owner", Some(id.0)),
            Self::Admin(id) => ("admin", Some(id.0)),
            Self::System => ("system", None),
            Self::CommandLine => ("command_line", None),
        }
    }
}

/// One action. `detail` holds ids, counts and the values of settings, never names of guests, phone numbers or memos.
pub struct Event<'a> {
    pub actor: Actor,
    pub action: &'a str,
    pub restaurant: Option<RestaurantId>,
    pub reservation: Option<ReservationId>,
    pub detail: Value,
}

pub async fn record(conn: &mut PgConnection, now: DateTime<Utc>, event: Event<'_>) -> sqlx::Result<()> {
    let (actor, actor_id) = event.actor.parts();
    sqlx::query!(
        "INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
         VALUES ($1, coalesce($2::bigint, 0), $3, $4, $5, $6, $7)",
        now,
        event.restaurant.map(|id| id.0),
        event.reservation.map(|id| id.0),
        actor,
        actor_id,
        event.action,
        event.detail,
    )
    .execute(conn)
    .await?;
    Ok(())
}
