//! Lets an admin decide the time, the recipients and their number. Until it is sent, an announcement can be unscheduled (admin §2, §5, gaps
//! G192).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::actions::{AnnouncementActor, record, start};
use super::error::AnnouncementError;
use super::model::{Announcement, Audience};
use super::queries;
use crate::audit;
use crate::ids::AnnouncementId;

/// Parameters of sending an announcement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Release {
    /// Earliest time of sending; None for immediately.
    pub scheduled_at: Option<DateTime<Utc>>,
    /// Forced sending: includes customers who do not want such mails.
    pub include_unsubscribed: bool,
    /// Maximum number of recipients; None for all.
    pub send_count: Option<i64>,
}

/// Sends a draft or a scheduled announcement immediately, or schedules it again.
pub async fn release(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
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
        return Err(AnnouncementError::NoRecipients);
    }
    let out_of_range = AnnouncementError::CountOutOfRange(total);
    let send_count = match wanted.send_count {
        Some(count) if !(1..=total).contains(&count) => return Err(out_of_range),
        count => count.map(i32::try_from).transpose().map_err(|_| out_of_range)?,
    };
    queries::set_release(conn, &found, wanted.include_unsubscribed, send_count, wanted.scheduled_at).await?;
    let old = found.form().audit_fields();
    let released = Announcement { audience, send_count, scheduled_at: wanted.scheduled_at, ..found };
    match wanted.scheduled_at {
        Some(_) => queries::set_status(conn, by.restaurant, released.id, "scheduled", now).await?,
        None => start(conn, now, &released).await?,
    }
    let sending = json!({
        "announcement_id": id,
        "is_forced": wanted.include_unsubscribed,
        "send_count": send_count,
        "scheduled_at": wanted.scheduled_at,
    });
    let detail = audit::change_detail(sending, old, released.form().audit_fields());
    record(conn, now, by, "announcement.released", detail).await?;
    queries::find(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)
}

/// Turns a scheduled announcement back into a draft.
pub async fn unschedule(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<(), AnnouncementError> {
    let found = lock(conn, by, id).await?;
    if found.status != "scheduled" {
        return Err(AnnouncementError::NotScheduled);
    }
    queries::unschedule(conn, by.restaurant, found.id).await?;
    let (old, new) = (json!({ "scheduled_at": found.scheduled_at }), json!({ "scheduled_at": null }));
    let detail = audit::change_detail(json!({ "announcement_id": id }), old, new);
    Ok(record(conn, now, by, "announcement.unscheduled", detail).await?)
}

async fn lock(
    conn: &mut PgConnection,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<Announcement, AnnouncementError> {
    if !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)
}
