//! A booking for an admin: its guest, messages and history, and the actions without the restaurant or the diner (gaps G212).

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::MailView;
use crate::adjustments::mails as adjustment_mails;
use crate::audit::log::{self, AuditEntry};
use crate::audit::{self, Actor, Event};
use crate::cancellations;
use crate::reservations::list::{self, ReservationListRow};
use crate::reservations::mails;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::queries;
use crate::reservations::staff::StaffError;
use crate::rng::Rng;

/// Action of the audit log for each view, which the booking's own history leaves out.
const VIEWED: &str = "reservation.viewed";
/// Templates of the mails to the restaurant; all others are to the guest.
const TO_RESTAURANT: [&str; 2] = [mails::NEW_BOOKING.name, adjustment_mails::TO_RESTAURANT.name];
const MAX_ROWS: i64 = 100;
const SECONDS_PER_MINUTE: i64 = 60;

/// A mail or a text message about a booking.
pub struct BookingMessage {
    pub is_text: bool,
    /// Email address or number of its recipient.
    pub recipient: String,
    /// To the restaurant, not to the guest.
    pub is_to_restaurant: bool,
    pub mail: MailView,
}

/// The parts of a booking's page next to the reservation and its payments.
pub struct BookingDetails {
    /// The guest, the seats and their group.
    pub row: ReservationListRow,
    /// Newest first.
    pub messages: Vec<BookingMessage>,
    /// Oldest first.
    pub history: Vec<AuditEntry>,
}

/// Returns the details of a booking. Writes an audit event, because they name the guest.
pub async fn view_booking(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
) -> sqlx::Result<BookingDetails> {
    record_view(conn, now, actor, booking).await?;
    let rows = list::rows(conn, booking.restaurant_id, &[booking.id]).await?;
    Ok(BookingDetails {
        row: rows.into_iter().next().ok_or(sqlx::Error::RowNotFound)?,
        messages: list_messages(conn, booking).await?,
        history: log::list_history(conn, booking.restaurant_id, booking.id, VIEWED, MAX_ROWS).await?,
    })
}

/// Records that an admin viewed a booking or its payments.
pub async fn record_view(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
) -> sqlx::Result<()> {
    record(conn, now, actor, booking, VIEWED, json!({})).await
}

/// Reports whether it is a diner's booking whose visit has not ended: an admin may cancel it, and send its confirmation again.
pub fn is_current(booking: &Reservation, now: DateTime<Utc>) -> bool {
    booking.user_id.is_some() && booking.status == Status::Accepted && now < booking.ends_at
}

/// Cancels a diner's booking without a fee, refunds the prepaid course, notifies diner and restaurant, and opens the seats again. The audit
/// event has the reason. The caller has checked the admin's permission and identity.
///
/// # Errors
/// `Ended` if it cannot be cancelled, `Locked` while a cancel request of the restaurant is open.
pub async fn cancel_booking(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
    reason: &str,
) -> Result<(), StaffError> {
    if !is_current(booking, now) {
        return Err(StaffError::Ended);
    }
    cancellations::cancel_by_admin(conn, rng, now, actor, booking).await?;
    Ok(record(conn, now, actor, booking, "reservation.cancelled_by_admin", json!({ "reason": reason })).await?)
}

/// Sends the confirmation to the diner again, at most once a minute. Waits for a cancellation in progress.
///
/// # Errors
/// `Ended` if the booking is not confirmed or over, or has no account.
pub async fn resend_confirmation(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
) -> Result<(), StaffError> {
    let booking = queries::lock(conn, booking.restaurant_id, booking.id).await?;
    if !is_current(&booking, now) {
        return Err(StaffError::Ended);
    }
    let minute = now.timestamp() / SECONDS_PER_MINUTE;
    mails::queue_once(conn, rng, now, mails::ACCEPTED, booking.id, &format!("resent:{minute}")).await?;
    Ok(record(conn, now, actor, &booking, "reservation.confirmation_resent", json!({})).await?)
}

async fn list_messages(conn: &mut PgConnection, booking: &Reservation) -> sqlx::Result<Vec<BookingMessage>> {
    let rows = sqlx::query!(
        r#"SELECT false AS "is_text!", m.recipient::text AS "recipient!", m.template AS "template!", m.created_at AS "created_at!",
                  m.send_after, m.sent_at, m.dropped_at,
                  EXISTS (SELECT 1 FROM apalis.jobs j
                          WHERE j.job_type IN ('mail', 'bulk_mail') AND j.idempotency_key = 'mail:' || m.uid AND m.sent_at IS NULL
                            AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)) AS "is_dead!"
           FROM mail_deliveries m WHERE m.reservation_id = $1
           UNION ALL
           SELECT true, s.phone_e164, s.template, s.created_at, NULL, s.sent_at, s.dropped_at,
                  EXISTS (SELECT 1 FROM apalis.jobs j
                          WHERE j.job_type = 'sms' AND j.idempotency_key = 'text:' || s.uid AND s.sent_at IS NULL
                            AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts))
           FROM sms_deliveries s WHERE s.reservation_id = $1
           ORDER BY 4 DESC LIMIT $2"#,
        booking.id.0,
        MAX_ROWS,
    );
    let messages = rows.fetch_all(conn).await?.into_iter().map(|row| BookingMessage {
        is_text: row.is_text,
        recipient: row.recipient,
        is_to_restaurant: TO_RESTAURANT.contains(&row.template.as_str()),
        mail: MailView {
            template: row.template,
            created_at: row.created_at,
            send_after: row.send_after,
            sent_at: row.sent_at,
            dropped_at: row.dropped_at,
            is_dead: row.is_dead,
        },
    });
    Ok(messages.collect())
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    let (restaurant, reservation) = (Some(booking.restaurant_id), Some(booking.id));
    audit::record(conn, now, Event { actor, action, restaurant, reservation, detail }).await
}
