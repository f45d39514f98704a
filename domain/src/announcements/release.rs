//! An admin decides when an announcement goes out, to whom and to how many; until it goes it can be taken back (admin §2, §5,
//! gaps G192).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::actions::{AnnouncementActor, record, start};
use super::error::AnnouncementError;
use super::model::{Announcement, Audience};
use super::queries;

/// How an announcement goes out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Release {
    /// Not before then; at once when absent.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// Forced: also to customers who do not want such mails.
    pub include_unsubscribed: bool,
    /// Only to so many; to all when absent.
    pub send_count: Option<i64>,
}

/// Sends a draft or a scheduled announcement, at once or at another time.
pub async fn release(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: i64,
    wanted: Release,
) -> Result<Announcement, AnnouncementError> {
    let found = lock(conn, by, id).await?;
    if !found.is_draft() && found.status != "scheduled" {
        return Err(AnnouncementError::NotDraft);
    }
    if wanted.scheduled_at.is_some_and(|at| at < now) {
        return Err(AnnouncementError::Invalid(vec![("scheduled_at", "announcement_past")]));
    }
    let audience = Audience { include_unsubscribed: wanted.include_unsubscribed, ..found.audience.clone() };
    let total = queries::count_audience(conn, by.restaurant, &audience).await?;
    if total == 0 {
        return Err(AnnouncementError::Nobody);
    }
    let out_of_range = AnnouncementError::CountOutOfRange(total);
    let send_count = match wanted.send_count {
        Some(count) if !(1..=total).contains(&count) => return Err(out_of_range),
        count => count.map(i32::try_from).transpose().map_err(|_| out_of_range)?,
    };
    queries::set_release(conn, &found, wanted.include_unsubscribed, send_count, wanted.scheduled_at).await?;
    let released = Announcement { audience, send_count, ..found };
    match wanted.scheduled_at {
        Some(_) => queries::set_status(conn, by.restaurant, released.id, "scheduled", now).await?,
        None => start(conn, now, &released).await?,
    }
    let detail = json!({
        "announcement_id": id,
        "is_forced": wanted.include_unsubscribed,
        "send_count": send_count,
        "scheduled_at": wanted.scheduled_at,
    });
    record(conn, now, by, "announcement.released", detail).await?;
    queries::find(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)
}

/// Takes a scheduled announcement back: it is a draft again.
pub async fn unschedule(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: i64,
) -> Result<(), AnnouncementError> {
    let found = lock(conn, by, id).await?;
    if found.status != "scheduled" {
        return Err(AnnouncementError::NotScheduled);
    }
    queries::unschedule(conn, by.restaurant, found.id).await?;
    Ok(record(conn, now, by, "announcement.unscheduled", json!({ "announcement_id": id })).await?)
}

async fn lock(conn: &mut PgConnection, by: AnnouncementActor, id: i64) -> Result<Announcement, AnnouncementError> {
    if !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)
}
