use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use super::model::NewMail;
use crate::ids::ReservationId;

/// The new row's id, or nothing when its key was used before.
pub async fn insert(
    conn: &mut PgConnection,
    uid: &str,
    mail: &NewMail,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, reservation_id, context, dedup_key, created_at,
             send_after, restaurant_id)
         VALUES ($1, $2, $3, $4::text::citext, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (dedup_key) DO NOTHING RETURNING id",
        uid,
        mail.template.name(),
        mail.locale.as_str(),
        mail.recipient,
        mail.user_id.map(|id| id.0),
        mail.reservation_id.map(|id| id.0),
        mail.context,
        mail.dedup_key,
        now,
        mail.send_after,
        mail.restaurant_id.map(|id| id.0),
    )
    .fetch_optional(conn)
    .await
}

/// A mail waiting to be sent, or sent.
pub struct Delivery {
    pub uid: String,
    pub template: String,
    pub locale: String,
    pub recipient: String,
    pub reservation_id: Option<i64>,
    pub context: Value,
    pub sent_at: Option<DateTime<Utc>>,
    pub dropped_at: Option<DateTime<Utc>>,
    pub send_after: Option<DateTime<Utc>>,
    pub name_last: String,
    pub name_first: String,
}

pub async fn find(conn: &mut PgConnection, id: i64) -> sqlx::Result<Option<Delivery>> {
    sqlx::query_as!(
        Delivery,
        r#"SELECT m.uid, m.template, m.locale, m.recipient::text AS "recipient!", m.reservation_id, m.context, m.sent_at,
                  m.dropped_at, m.send_after,
                  coalesce(p.name_last, '') AS "name_last!", coalesce(p.name_first, '') AS "name_first!"
           FROM mail_deliveries m LEFT JOIN profiles p ON p.user_id = m.user_id WHERE m.id = $1"#,
        id,
    )
    .fetch_optional(conn)
    .await
}

pub async fn mark_sent(conn: &mut PgConnection, id: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE mail_deliveries SET sent_at = $2 WHERE id = $1 AND sent_at IS NULL", id, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// A mail whose news is no news any more: it is never sent.
pub async fn mark_dropped(conn: &mut PgConnection, id: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE mail_deliveries SET dropped_at = $2 WHERE id = $1 AND sent_at IS NULL", id, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// Unsent mails whose time has come and that no job stands for: neither waiting, nor running, nor given up.
pub async fn orphans(
    conn: &mut PgConnection,
    created_before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<(i64, String)>> {
    let rows = sqlx::query!(
        "SELECT m.id, m.uid FROM mail_deliveries m
         WHERE m.sent_at IS NULL AND m.dropped_at IS NULL
           AND (m.send_after IS NULL AND m.created_at < $1 OR m.send_after <= $2)
           AND NOT EXISTS (SELECT 1 FROM apalis.jobs j WHERE j.job_type = 'mail' AND j.idempotency_key = 'mail:' || m.uid)
         ORDER BY coalesce(m.send_after, m.created_at), m.id LIMIT 500",
        created_before,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.uid)).collect())
}

/// Whom a mail about a reservation goes to.
pub struct Diner {
    pub user_id: i64,
    pub email: String,
    pub locale: String,
}

pub async fn diner_of(conn: &mut PgConnection, reservation: ReservationId) -> sqlx::Result<Option<Diner>> {
    sqlx::query_as!(
        Diner,
        r#"SELECT u.id AS user_id, u.email::text AS "email!", r.locale
           FROM reservations r JOIN users u ON u.id = r.user_id WHERE r.id = $1"#,
        reservation.0,
    )
    .fetch_optional(conn)
    .await
}

pub struct ReservationRow {
    pub uid: String,
    pub reservation_code: String,
    pub date: chrono::NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub course_price: i32,
    pub cancellation_policy: Value,
    pub cancellation_fee: Option<i32>,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub address_ja: String,
    pub address_en: String,
    pub phone: String,
    pub time_zone: String,
    pub seat_ja: String,
    pub seat_en: String,
}

pub async fn reservation(conn: &mut PgConnection, id: i64) -> sqlx::Result<Option<ReservationRow>> {
    sqlx::query_as!(
        ReservationRow,
        "SELECT r.uid, r.reservation_code, r.date, r.starts_at, r.guests_count, r.course_title_ja, r.course_title_en,
                r.course_price, r.cancellation_policy, r.cancellation_fee, s.name_ja AS restaurant_ja,
                s.name_en AS restaurant_en, s.address_ja, s.address_en, s.phone, s.time_zone, g.title_ja AS seat_ja,
                g.title_en AS seat_en
         FROM reservations r
         JOIN restaurants s ON s.id = r.restaurant_id
         JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
         WHERE r.id = $1",
        id,
    )
    .fetch_optional(conn)
    .await
}

pub struct ChargeRow {
    pub kind: String,
    pub amount: i32,
    /// What was given back, or is about to be.
    pub refund: i32,
}

/// What was paid for a reservation, in the order it was asked for.
pub async fn paid_charges(conn: &mut PgConnection, reservation_id: i64) -> sqlx::Result<Vec<ChargeRow>> {
    sqlx::query_as!(
        ChargeRow,
        r#"SELECT kind, amount, greatest(refund_due, refunded_amount) AS "refund!" FROM charges
           WHERE reservation_id = $1 AND status = 'succeeded' ORDER BY position, id"#,
        reservation_id,
    )
    .fetch_all(conn)
    .await
}

pub struct StandbyRow {
    pub slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub time_zone: String,
    pub date: chrono::NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub seat_ja: String,
    pub seat_en: String,
    /// Guests that the stocks still free can seat.
    pub guests: i64,
}

/// A freed slot that a group was let into, while there is something to book.
pub async fn standby(conn: &mut PgConnection, release: i64) -> sqlx::Result<Option<StandbyRow>> {
    sqlx::query_as!(
        StandbyRow,
        r#"SELECT t.slug, t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone, o.date, c.starts_at,
                  g.title_ja AS seat_ja, g.title_en AS seat_en, free.stocks * g.capacity_per_stock AS "guests!"
           FROM online_cancellation_releases r
           JOIN online_cancellations c ON c.id = r.online_cancellation_id AND c.outcome IS NULL
           JOIN online_stock_groups o ON o.id = c.online_stock_group_id
           JOIN inventory_groups g ON g.id = o.inventory_group_id
           JOIN restaurants t ON t.id = r.restaurant_id
           CROSS JOIN LATERAL (
               SELECT count(*) AS stocks FROM online_cancellation_stocks s JOIN online_stocks k ON k.id = s.online_stock_id
               WHERE s.online_cancellation_id = c.id AND k.online_reservable_id IS NULL) free
           WHERE r.id = $1 AND free.stocks > 0"#,
        release,
    )
    .fetch_optional(conn)
    .await
}

pub struct AnnouncementRow {
    pub subject_type: String,
    pub body: String,
    pub customer_uid: String,
    pub slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub address_ja: String,
    pub address_en: String,
    pub phone: String,
    pub email: String,
}

/// An announcement for somebody who still wants it, or gets it by force.
pub async fn announcement(conn: &mut PgConnection, id: i64, customer: i64) -> sqlx::Result<Option<AnnouncementRow>> {
    sqlx::query_as!(
        AnnouncementRow,
        "SELECT a.subject_type, a.body, c.uid AS customer_uid, t.slug, t.name_ja AS restaurant_ja, t.name_en AS restaurant_en,
                t.address_ja, t.address_en, t.phone, t.email
         FROM announcements a
         JOIN restaurants t ON t.id = a.restaurant_id
         JOIN customers c ON c.restaurant_id = a.restaurant_id AND c.id = $2
         WHERE a.id = $1 AND (c.subscribe_to_announcements OR a.include_unsubscribed_customers) AND NOT c.is_blacklisted",
        id,
        customer,
    )
    .fetch_optional(conn)
    .await
}
