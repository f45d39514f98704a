//! The people who may sign in to restaurants' consoles: of all restaurants for admins, and of one for its owners.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::accounts::roles::Role;
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// The SQL of fields of the account `o`. The inner subselect does not name the account: a Citus cluster then runs it on its coordinator.
/// PostgreSQL itself adds the account to the inner conditions.
const HAS_SECOND_FACTOR: &str = "EXISTS (SELECT 1 FROM (
         SELECT a.person_id FROM authenticators a WHERE a.side = 'owner' AND a.uid IS NOT NULL) x WHERE x.person_id = o.id)";
const LAST_SEEN_AT: &str = "(SELECT x.at FROM (
         SELECT s.owner_id, max(s.last_seen_at) AS at FROM sessions s
         WHERE s.owner_id IS NOT NULL AND s.impersonator_id IS NULL AND NOT s.awaits_second_factor AND s.expires_at > {now}
         GROUP BY s.owner_id) x WHERE x.owner_id = o.id)";

/// A person at one restaurant.
#[derive(Serialize, FromRow, ToSchema)]
pub struct StaffEntry {
    /// The ids of the restaurant and of the account, as `12-34`.
    pub id: String,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    /// The id of the account, which can belong to several restaurants.
    pub owner_id: i64,
    pub nickname: String,
    pub email: String,
    pub role: Role,
    /// An authenticator app is set up.
    pub has_second_factor: bool,
    /// Null without a session.
    pub last_seen_at: Option<ListedTime>,
    pub created_at: ListedTime,
}

impl ListRow for StaffEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::text("id", "w.restaurant_id || '-' || w.owner_id"),
            Field::text("restaurant_slug", "t.slug"),
            Field::words("restaurant_name", RESTAURANT_NAME),
            Field::number("owner_id", "w.owner_id"),
            Field::words("nickname", "o.nickname"),
            Field::text("email", "o.email::text"),
            Field::choice("role", "w.role", Role::NAMES),
            Field::flag("has_second_factor", HAS_SECOND_FACTOR),
            Field::time("last_seen_at", LAST_SEEN_AT).nullable(),
            Field::time("created_at", "o.created_at"),
        ],
        tables: "restaurant_owners w
            JOIN owners o ON o.id = w.owner_id
            JOIN restaurants t ON t.id = w.restaurant_id",
        only: "true",
        search: None,
    };
    type Id = String;

    fn id(&self) -> String {
        self.id.clone()
    }
}

/// A person at the restaurant of the reader.
#[derive(Serialize, FromRow, ToSchema)]
pub struct OwnerStaffEntry {
    pub id: i64,
    pub nickname: String,
    pub email: String,
    pub role: Role,
    /// An authenticator app is set up.
    pub has_second_factor: bool,
    /// Null without a session.
    pub last_seen_at: Option<ListedTime>,
}

impl ListRow for OwnerStaffEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "w.owner_id"),
            Field::words("nickname", "o.nickname"),
            Field::text("email", "o.email::text"),
            Field::choice("role", "w.role", Role::NAMES),
            Field::flag("has_second_factor", HAS_SECOND_FACTOR),
            Field::time("last_seen_at", LAST_SEEN_AT).nullable(),
        ],
        tables: "restaurant_owners w JOIN owners o ON o.id = w.owner_id",
        only: "w.restaurant_id = {restaurant}",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
