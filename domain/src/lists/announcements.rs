//! Announcements of all restaurants, for admins.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::announcements::model::{STATUSES, SUBJECT_TYPES};
use crate::announcements::stop::IS_RECENTLY_STOPPED;
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// An announcement.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct AnnouncementEntry {
    pub id: i64,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    /// notice, vacancy, event or opening_hours.
    pub subject_type: String,
    /// draft, scheduled, sending, sent, stopping or stopped.
    pub status: String,
    pub body: String,
    /// It uses an option that is reserved to admins: grades, a number of recipients, or recipients who opted out.
    pub needs_admin: bool,
    pub announced_count: i64,
    /// Stopped in the last week.
    pub is_recently_stopped: bool,
    pub created_at: ListedTime,
    pub scheduled_at: Option<ListedTime>,
    pub sent_at: Option<ListedTime>,
}

impl ListRow for AnnouncementEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "a.id"),
            Field::text("restaurant_slug", "t.slug"),
            Field::words("restaurant_name", RESTAURANT_NAME),
            Field::choice("subject_type", "a.subject_type", &SUBJECT_TYPES),
            Field::choice("status", "a.status", &STATUSES),
            Field::words("body", "a.body"),
            Field::flag(
                "needs_admin",
                "(a.include_unsubscribed_customers OR a.only_premium_grades <> '' OR a.send_count IS NOT NULL)",
            ),
            Field::shown(
                "announced_count",
                "(SELECT count(*) FROM announcement_recipients x
                  WHERE x.restaurant_id = a.restaurant_id AND x.announcement_id = a.id)",
            ),
            Field::flag("is_recently_stopped", IS_RECENTLY_STOPPED),
            Field::time("created_at", "a.created_at"),
            Field::time("scheduled_at", "a.scheduled_at").nullable(),
            Field::time("sent_at", "a.sent_at").nullable(),
        ],
        tables: "announcements a JOIN restaurants t ON t.id = a.restaurant_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
