//! Reminders on the day before a visit or the arrival of a delivery: a mail, and a text message for diners who enabled it.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use crate::i18n::Locale;
use crate::ids::{ReservationId, RestaurantId};
use crate::jobs::WaitingJobs;
use crate::outbox::messages::{self, NewMessage};
use crate::phone::PhoneNumber;
use crate::progress::Failures;
use crate::reservations::mails;
use crate::rng::Rng;

/// Maximum number of reminders in a sweep. The next sweep follows soon.
const BATCH: i64 = 100;
/// A reminder's visit begins within this time.
const REMINDER_HORIZON: Duration = Duration::days(2);
/// A delivery may arrive this long after the day it was booked for.
const REMINDER_BACKLOG: Duration = Duration::days(8);

/// A booking whose reminder is due.
#[derive(Debug)]
struct DueReminder {
    id: ReservationId,
    restaurant_id: RestaurantId,
    /// The time of the visit that the reminder announces.
    starts_at: DateTime<Utc>,
}

/// Queues the due reminders, one transaction each, and returns their number. A failed reminder does not stop the rest; its error is
/// returned after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let (mut written, mut failures) = (0, Failures::none());
    for due in list_due(&mut *pool.acquire().await?, now).await? {
        let reminded = remind_one(pool, rng, now, &due).await;
        written += usize::from(failures.pass(format_args!("reminder of {}", due.id), reminded).unwrap_or_default());
    }
    failures.or(written)
}

async fn remind_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, due: &DueReminder) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_written = remind(&mut tx, rng, now, due).await?;
    tx.commit().await?;
    Ok(is_written)
}

/// Returns the number of reminders that are due and not queued yet, and the time since which they are due.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(w.due_at) AS since
           FROM reservations r
           JOIN restaurants s ON s.id = r.restaurant_id
           LEFT JOIN reservation_deliveries d ON d.restaurant_id = r.restaurant_id AND d.reservation_id = r.id
           CROSS JOIN LATERAL (
               SELECT (coalesce(d.arrives_on, r.date) - 1 + time '10:00') AT TIME ZONE s.time_zone AS due_at,
                      coalesce(d.arrives_on::timestamp AT TIME ZONE s.time_zone, r.starts_at) AS over_at) w
           WHERE r.status = 'accepted' AND r.reminded_at IS NULL AND r.user_id IS NOT NULL
             AND r.starts_at BETWEEN $2 AND $3 AND w.due_at <= $1 AND $1 < w.over_at AND r.accepted_at < w.due_at
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = r.restaurant_id
                 AND q.reservation_id = r.id AND q.status = 'pending')"#,
        now,
        now - REMINDER_BACKLOG,
        now + REMINDER_HORIZON,
    )
    .fetch_one(conn)
    .await
}

/// Lists bookings whose reminder is due (10:00 the day before) and that were made before then. Diners who book later do not need a
/// reminder, and a booking that the restaurant has requested to cancel gets none while the request is open. The conditions imply the conditions of the partial index `reservations_unreminded_idx`, also in `count_due`.
async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<DueReminder>> {
    sqlx::query_as!(
        DueReminder,
        r#"SELECT r.id AS "id: ReservationId", r.restaurant_id AS "restaurant_id: RestaurantId", r.starts_at
           FROM reservations r
           JOIN restaurants s ON s.id = r.restaurant_id
           LEFT JOIN reservation_deliveries d ON d.restaurant_id = r.restaurant_id AND d.reservation_id = r.id
           CROSS JOIN LATERAL (
               SELECT (coalesce(d.arrives_on, r.date) - 1 + time '10:00') AT TIME ZONE s.time_zone AS due_at,
                      coalesce(d.arrives_on::timestamp AT TIME ZONE s.time_zone, r.starts_at) AS over_at) w
           WHERE r.status = 'accepted' AND r.reminded_at IS NULL AND r.user_id IS NOT NULL
             AND r.starts_at BETWEEN $2 AND $3 AND w.due_at <= $1 AND $1 < w.over_at AND r.accepted_at < w.due_at
             AND NOT EXISTS (SELECT 1 FROM reservation_cancel_requests q WHERE q.restaurant_id = r.restaurant_id
                 AND q.reservation_id = r.id AND q.status = 'pending')
           ORDER BY r.starts_at, r.id LIMIT $4"#,
        now,
        now - REMINDER_BACKLOG,
        now + REMINDER_HORIZON,
        BATCH,
    )
    .fetch_all(conn)
    .await
}

/// Queues one reminder. Returns false if another worker queued it, or the booking has moved or ended. A booking that moves to another time
/// gets a second reminder, so the time is part of what makes a reminder unique.
async fn remind(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, due: &DueReminder) -> sqlx::Result<bool> {
    let claimed = sqlx::query!(
        "UPDATE reservations SET reminded_at = $3
         WHERE restaurant_id = $1 AND id = $2 AND reminded_at IS NULL AND status = 'accepted' AND starts_at = $4",
        due.restaurant_id.0,
        due.id.0,
        now,
        due.starts_at,
    );
    if claimed.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let visit = due.starts_at.timestamp().to_string();
    mails::queue_once(conn, rng, now, mails::REMINDER, due.id, &visit).await?;
    let reader = sqlx::query!(
        r#"SELECT p.phone_e164 AS "phone_e164!", p.locale FROM reservations r JOIN profiles p ON p.user_id = r.user_id
           WHERE r.restaurant_id = $1 AND r.id = $2 AND p.reminder_by_sms AND p.phone_confirmed_at IS NOT NULL
             AND p.phone_e164 IS NOT NULL"#,
        due.restaurant_id.0,
        due.id.0,
    );
    let reader = reader.fetch_optional(&mut *conn).await?;
    let can_receive = |e164: &str| PhoneNumber::from_e164(e164).is_some_and(|number| number.can_receive_texts());
    if let Some(reader) = reader.filter(|reader| can_receive(&reader.phone_e164)) {
        let locale = Locale::parse(&reader.locale).unwrap_or_default();
        let message = NewMessage {
            name: mails::REMINDER.name,
            locale,
            e164: reader.phone_e164,
            reservation: due.id,
            event: Some(visit),
        };
        messages::queue(conn, rng, now, &message).await?;
    }
    Ok(true)
}
