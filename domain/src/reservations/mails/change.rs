//! The mail about a change of a booking by its diner.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::parts::{attach_calendar_file, mail_to_reader};
use crate::ids::ReservationId;
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageSubject};
use crate::reservations::mail_view::load;
use crate::reservations::model::Status;
use crate::reservations::queries;
use crate::rng::Rng;

const CHANGED: MailTemplate = template!("reservation_changed", "reservation.txt", "reservation.html");

pub(super) const MAIL: MailDefinition =
    MailDefinition { template: CHANGED, context: |conn, subject| changed_context(conn, subject), after: None };

/// The key of the sequence number of the change that a mail announces.
const SEQUENCE: &str = "calendar_sequence";

/// Queues the mail about the change with number `sequence`; `key` identifies the change. The mail is dropped if another change follows or
/// the change is reverted.
pub async fn queue_change(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: ReservationId,
    sequence: i32,
    key: &str,
) -> sqlx::Result<()> {
    let Some(mail) = mail_to_reader(conn, CHANGED, id).await? else { return Ok(()) };
    let mail = NewMail {
        context: json!({ SEQUENCE: sequence }),
        dedup_key: Some(format!("{}:{id}:{key}", CHANGED.name)),
        ..mail
    };
    mails::queue(conn, rng, now, mail).await
}

/// Returns `None` if the booking has ended or was changed again, because the later mail covers this one.
fn changed_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let is_latest = i64::from(reservation.calendar_sequence) == subject.id(SEQUENCE);
        if reservation.status != Status::Accepted || !is_latest {
            return Ok(None);
        }
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let mut context = json!({ "r": view, "request": reservation.special_request });
        attach_calendar_file(conn, id, subject, &mut context).await?;
        Ok(Some(context))
    })
}
