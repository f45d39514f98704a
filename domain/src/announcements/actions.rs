//! Drafts, confirms and resends announcements.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::error::AnnouncementError;
use super::model::{Announcement, AnnouncementChange, AnnouncementForm, MAX_BODY_LENGTH, SUBJECT_TYPES};
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::customers::CustomerError;
use crate::customers::groups::require_groups;
use crate::ids::{AnnouncementId, OwnerId, RestaurantId};
use crate::names::too_long;

/// The person who acts. Only an admin may force sending, limit the recipients, choose grades and schedule.
#[derive(Clone, Copy, Debug)]
pub struct AnnouncementActor {
    pub restaurant: RestaurantId,
    pub actor: Actor,
    /// None for an admin who does not impersonate an owner.
    pub owner: Option<OwnerId>,
    pub is_admin: bool,
}

/// Changes a draft; without an id, creates one. Absent fields of a draft remain. Owners cannot change a draft for which an admin chose grades, limited the number of
/// recipients, forced sending or set a time.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: Option<AnnouncementId>,
    change: AnnouncementChange,
) -> Result<AnnouncementId, AnnouncementError> {
    let stored = match id {
        Some(id) => {
            let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
            if !found.is_draft() {
                return Err(AnnouncementError::NotDraft);
            }
            found.form()
        }
        None => AnnouncementForm::default(),
    };
    let known_schedule = stored.scheduled_at;
    let old = if id.is_some() { stored.audit_fields() } else { Value::Null };
    // Owners may neither choose the admins' fields nor clear them: the draft would go to all recipients immediately.
    let is_of_admin = stored.needs_admin();
    let wanted = change.onto(stored);
    if (is_of_admin || wanted.needs_admin()) && !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    check(conn, now, by.restaurant, &wanted, known_schedule).await?;
    let saved = queries::save_draft(conn, by.restaurant, id, by.owner, &wanted, now).await?;
    let saved = saved.ok_or(AnnouncementError::NotFound)?;
    let detail = audit::change_detail(json!({ "announcement_id": saved.0 }), old, wanted.audit_fields());
    record(conn, now, by, "announcement.saved", detail).await?;
    Ok(saved)
}

/// Deletes a draft. An owner cannot delete a draft for which an admin forced sending, chose grades or limited the number of recipients.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<(), AnnouncementError> {
    let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
    if !found.is_draft() {
        return Err(AnnouncementError::NotDraft);
    }
    if found.needs_admin() && !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    queries::delete_draft(conn, found.restaurant_id, found.id).await?;
    let detail = audit::change_detail(json!({ "announcement_id": id }), found.form().audit_fields(), Value::Null);
    Ok(record(conn, now, by, "announcement.removed", detail).await?)
}

async fn check(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    wanted: &AnnouncementForm,
    known_schedule: Option<DateTime<Utc>>,
) -> Result<(), AnnouncementError> {
    let mut errors = Vec::new();
    if !SUBJECT_TYPES.contains(&wanted.subject_type.as_str()) {
        errors.push(("subject_type", "field_invalid"));
    }
    match wanted.body.trim().chars().count() {
        0 => errors.push(("body", "blank")),
        length if length > MAX_BODY_LENGTH => errors.push(("body", too_long(MAX_BODY_LENGTH))),
        _ => {}
    }
    let audience = &wanted.audience;
    if audience.has_unknown_grade() {
        errors.push(("only_premium_grades", "field_invalid"));
    }
    if audience.has_unknown_prefecture() {
        errors.push(("only_prefectures", "prefecture_unknown"));
    }
    if wanted.scheduled_at != known_schedule && wanted.scheduled_at.is_some_and(|at| at < now) {
        errors.push(("scheduled_at", "announcement_past"));
    }
    if !errors.is_empty() {
        return Err(AnnouncementError::Invalid(errors));
    }
    require_groups(conn, restaurant, &audience.customer_group_ids).await.map_err(|error| match error {
        CustomerError::Database(error) => AnnouncementError::Database(error),
        _ => AnnouncementError::NotFound,
    })?;
    let total = queries::count_audience(conn, restaurant, audience).await?;
    if total == 0 {
        return Err(AnnouncementError::NoRecipients);
    }
    match wanted.send_count {
        Some(count) if !(1..=total).contains(&count) => Err(AnnouncementError::CountOutOfRange(total)),
        _ => Ok(()),
    }
}

/// Confirms a draft: sends it immediately, or at its scheduled time. An owner cannot send a draft for which an admin forced sending,
/// chose grades or limited the number of recipients.
pub async fn confirm(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<Announcement, AnnouncementError> {
    let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
    if !found.is_draft() {
        return Err(AnnouncementError::NotDraft);
    }
    if found.needs_admin() && !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    if queries::count_audience(conn, by.restaurant, &found.audience).await? == 0 {
        return Err(AnnouncementError::NoRecipients);
    }
    if found.scheduled_at.is_some_and(|at| now < at) {
        queries::set_status(conn, found.restaurant_id, found.id, "scheduled", now).await?;
    } else {
        start(conn, now, &found).await?;
    }
    let detail = json!({ "announcement_id": id, "is_forced": found.audience.include_unsubscribed });
    record(conn, now, by, "announcement.confirmed", detail).await?;
    queries::find(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)
}

/// Records the recipients of an announcement; the worker writes the mails.
pub(super) async fn start(conn: &mut PgConnection, now: DateTime<Utc>, found: &Announcement) -> sqlx::Result<()> {
    queries::insert_recipients(conn, found, found.send_count.map(i64::from), false, now).await?;
    queries::set_status(conn, found.restaurant_id, found.id, "sending", now).await
}

/// Returns the announcement and the number of recipients who have not received it yet; 422 if `count` is not between 1 and that number.
pub async fn review_resend(
    conn: &mut PgConnection,
    by: AnnouncementActor,
    id: AnnouncementId,
    count: Option<i64>,
) -> Result<(Announcement, i64), AnnouncementError> {
    if !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
    if found.has_started() && !found.is_sent() {
        return Err(AnnouncementError::Stopped);
    }
    if !found.is_sent() {
        return Err(AnnouncementError::NotSent);
    }
    let remaining = queries::count_remaining(conn, &found).await?;
    match count {
        Some(count) if (1..=remaining).contains(&count) => Ok((found, remaining)),
        _ => Err(AnnouncementError::CountOutOfRange(remaining)),
    }
}

/// Sends it to `count` of the recipients who have not received it yet. Returns the number of new recipients.
pub async fn resend(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
    count: Option<i64>,
) -> Result<u64, AnnouncementError> {
    let (found, _) = review_resend(conn, by, id, count).await?;
    let sent = queries::insert_recipients(conn, &found, count, true, now).await?;
    queries::set_status(conn, found.restaurant_id, found.id, "sending", now).await?;
    record(conn, now, by, "announcement.resent", json!({ "announcement_id": id, "customers": sent })).await?;
    Ok(sent)
}

pub(super) async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    let event = Event { actor: by.actor, action, restaurant: Some(by.restaurant), reservation: None, detail };
    audit::record(conn, now, event).await
}
