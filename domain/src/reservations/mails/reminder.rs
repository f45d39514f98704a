//! The mail and the text message about a visit, or the arrival of a delivery, of tomorrow.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::i18n::t;
use crate::ids::ReservationId;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageDefinition, MessageSubject};
use crate::reservations::mail_view::load;
use crate::reservations::model::Status;
use crate::reservations::{delivery, queries};

pub const REMINDER: MailTemplate = template!("reservation_reminder", "reservation.txt", "reservation.html");

pub(super) const MAIL: MailDefinition =
    MailDefinition { template: REMINDER, context: |conn, subject| reminder_context(conn, subject), after: None };

/// The text message has the name of the mail.
pub(super) const MESSAGE: MessageDefinition = MessageDefinition {
    name: REMINDER.name,
    text: |conn, subject| Box::pin(reminder_text(conn, subject)),
    after: None,
};

/// Returns `None` if the booking has ended or the visit has begun.
fn reminder_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        if !is_ahead(conn, id, subject.now).await? {
            return Ok(None);
        }
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        Ok(Some(json!({ "r": view })))
    })
}

async fn reminder_text(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> sqlx::Result<Option<String>> {
    let id = subject.reservation.unwrap_or(ReservationId(0));
    if !is_ahead(conn, id, subject.now).await? {
        return Ok(None);
    }
    let Some(view) = load(conn, id, subject.locale, subject.base_url).await? else { return Ok(None) };
    let when = view.delivery.as_ref().map_or_else(|| format!("{} {}", view.date, view.time), |d| d.arrival.clone());
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("restaurant", &view.restaurant), ("when", &when), ("guests", &view.guests), ("link", &view.link)];
    Ok(Some(t(subject.locale, "sms.reservation_reminder", &values)))
}

/// Reports whether a reservation is accepted, still to come, and not about to be cancelled by the restaurant. For a delivery the day of arrival counts.
async fn is_ahead(conn: &mut PgConnection, id: ReservationId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(false) };
    let arrives_on = delivery::find(conn, reservation.restaurant_id, id).await?.map(|delivery| delivery.arrives_on);
    let is_to_come = match arrives_on {
        Some(day) => reservation.zone.date_of(now) < day,
        None => now < reservation.starts_at,
    };
    let is_expected = reservation.status == Status::Accepted && is_to_come;
    Ok(is_expected && !queries::is_locked(conn, reservation.restaurant_id, id).await?)
}
