//! The admins' accounts.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::accounts::admins::{HAS_SECOND_FACTOR, IS_PRIVILEGED};
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// An admin's account.
#[derive(Serialize, FromRow, ToSchema)]
pub struct AdminEntry {
    pub id: i64,
    pub nickname: String,
    pub email: String,
    pub is_enabled: bool,
    /// A second factor is set up.
    pub has_second_factor: bool,
    /// Has one of the following permissions.
    pub is_privileged: bool,
    pub refunds: bool,
    pub privacy_export: bool,
    pub privacy_erase: bool,
    pub impersonation: bool,
    pub staff: bool,
    pub risky_settings: bool,
    pub created_at: ListedTime,
    pub disabled_at: Option<ListedTime>,
}

impl ListRow for AdminEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "a.id"),
            Field::words("nickname", "a.nickname"),
            Field::text("email", "a.email::text"),
            Field::flag("is_enabled", "a.disabled_at IS NULL"),
            Field::flag("has_second_factor", HAS_SECOND_FACTOR),
            Field::flag("is_privileged", IS_PRIVILEGED),
            Field::flag("refunds", "a.refunds"),
            Field::flag("privacy_export", "a.privacy_export"),
            Field::flag("privacy_erase", "a.privacy_erase"),
            Field::flag("impersonation", "a.impersonation"),
            Field::flag("staff", "a.staff"),
            Field::flag("risky_settings", "a.risky_settings"),
            Field::time("created_at", "a.created_at"),
            Field::time("disabled_at", "a.disabled_at").nullable(),
        ],
        tables: "admin_users a",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
