//! Announcements of all restaurants, for admins (admin §2).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{AnnouncementId, RestaurantId};
use crate::restaurants::model::Bilingual;

/// Filter of the list.
#[derive(Clone, Debug, Default)]
pub struct AdminAnnouncementFilter {
    pub restaurant: Option<RestaurantId>,
    pub status: Option<String>,
    pub id: Option<AnnouncementId>,
}

/// An announcement and its restaurant.
pub struct AdminAnnouncementEntry {
    pub id: AnnouncementId,
    pub slug: String,
    pub restaurant_name: Bilingual,
    pub subject_type: String,
    pub body: String,
    pub status: String,
    /// The announcement uses an option that is reserved to admins: grades, a number of recipients, or recipients who opted out.
    pub needs_admin: bool,
    pub created_at: DateTime<Utc>,
    pub scheduled_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub announced_count: i64,
}

/// Returns announcements, newest first.
pub async fn list(
    conn: &mut PgConnection,
    asked: &AdminAnnouncementFilter,
    limit: i64,
) -> sqlx::Result<Vec<AdminAnnouncementEntry>> {
    let rows = sqlx::query!(
        r#"SELECT a.id, t.slug, t.name_ja, t.name_en, a.subject_type, a.body, a.status,
                  (a.include_unsubscribed_customers OR a.only_premium_grades <> '' OR a.send_count IS NOT NULL) AS "needs_admin!",
                  a.created_at, a.scheduled_at, a.sent_at,
                  (SELECT count(*) FROM announcement_recipients r
                   WHERE r.restaurant_id = a.restaurant_id AND r.announcement_id = a.id) AS "announced_count!"
           FROM announcements a JOIN restaurants t ON t.id = a.restaurant_id
           WHERE ($1::bigint IS NULL OR a.restaurant_id = $1) AND ($2::text IS NULL OR a.status = $2)
             AND ($3::bigint IS NULL OR a.id = $3)
           ORDER BY a.id DESC LIMIT $4"#,
        asked.restaurant.map(|id| id.0),
        asked.status,
        asked.id.map(|id| id.0),
        limit,
    );
    let entries = rows.fetch_all(conn).await?.into_iter().map(|row| AdminAnnouncementEntry {
        id: AnnouncementId(row.id),
        slug: row.slug,
        restaurant_name: Bilingual::new(row.name_ja, row.name_en),
        subject_type: row.subject_type,
        body: row.body,
        status: row.status,
        needs_admin: row.needs_admin,
        created_at: row.created_at,
        scheduled_at: row.scheduled_at,
        sent_at: row.sent_at,
        announced_count: row.announced_count,
    });
    Ok(entries.collect())
}
