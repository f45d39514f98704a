//! The audit log.

use serde::Serialize;
use serde_json::Value;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::audit::log::ActorKind;
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// An event of the audit log.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct AuditEventEntry {
    pub id: i64,
    pub at: ListedTime,
    pub actor: ActorKind,
    pub actor_id: Option<i64>,
    /// If the actor is an owner or an admin.
    pub actor_nickname: Option<String>,
    /// If the actor is a diner.
    pub user_uid: Option<String>,
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub reservation_uid: Option<String>,
    pub action: String,
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    pub detail: Value,
}

impl ListRow for AuditEventEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "e.id"),
            Field::time("at", "e.at"),
            Field::choice("actor", "e.actor", ActorKind::NAMES).unsorted(),
            Field::number("actor_id", "e.actor_id").unsorted(),
            Field::shown("actor_nickname", "coalesce(o.nickname, a.nickname)"),
            Field::text("user_uid", "u.uid").unsorted(),
            Field::text("restaurant_slug", "t.slug").unsorted(),
            Field::shown("restaurant_name", RESTAURANT_NAME),
            Field::text("reservation_uid", "r.uid").unsorted(),
            Field::text("action", "e.action").unsorted(),
            Field::shown("detail", "e.detail"),
        ],
        tables: "audit_events e
            LEFT JOIN owners o ON e.actor = 'owner' AND o.id = e.actor_id
            LEFT JOIN admin_users a ON e.actor = 'admin' AND a.id = e.actor_id
            LEFT JOIN users u ON e.actor = 'diner' AND u.id = e.actor_id
            LEFT JOIN restaurants t ON t.id = e.restaurant_id
            LEFT JOIN reservations r ON r.restaurant_id = e.restaurant_id AND r.id = e.reservation_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
