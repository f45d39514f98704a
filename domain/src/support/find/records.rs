//! The records that a key names, for commands. A key is any identifier that a page, a mail, a log or a command shows: of the record, or of
//! another record that leads to it. A dispute leads to its payment, and the payment to its booking and its diner.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::terms::FindTerms;
use crate::ids::{ChargeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::zone::Zone;

/// Maximum number of records. A key that names more is too vague for a choice.
const MAX_ROWS: i64 = 200;

pub struct KeyedBooking {
    pub id: ReservationId,
    pub uid: String,
    pub code: String,
    pub restaurant: String,
    pub starts_at: DateTime<Utc>,
    pub zone: Zone,
}

pub struct KeyedCharge {
    pub id: ChargeId,
    pub uid: String,
    pub restaurant: RestaurantId,
    pub kind: ChargeKind,
    pub amount: Yen,
    pub status: ChargeStatus,
}

pub struct KeyedDispute {
    pub fid: String,
    pub amount: Yen,
}

pub struct KeyedDiner {
    pub id: UserId,
    pub uid: String,
}

pub struct KeyedRequest {
    pub uid: String,
    pub status: String,
}

/// Returns reservations: by code, uid or id; else the reservations of a payment, a dispute, a manual refund or
/// correction, or a cancel request.
pub async fn list_bookings(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<KeyedBooking>> {
    sqlx::query_as!(
        KeyedBooking,
        r#"WITH direct AS (
               SELECT id FROM reservations WHERE reservation_code = $1
               UNION SELECT id FROM reservations WHERE uid = $2
               UNION SELECT id FROM reservations WHERE id = $3),
           related AS (
               SELECT c.reservation_id AS id FROM charges c WHERE c.gateway_fid = $4 OR c.uid = $2 OR $3::bigint IS NULL AND c.id = $5
               UNION SELECT c.reservation_id FROM provider_balance_transactions b JOIN charges c ON c.gateway_fid = b.payment_fid
                   WHERE b.source_fid = $4
               UNION SELECT c.reservation_id FROM charge_disputes d
                   JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id WHERE d.gateway_fid = $4
               UNION SELECT a.reservation_id FROM payment_adjustments a WHERE a.uid = $2
               UNION SELECT q.reservation_id FROM reservation_cancel_requests q WHERE q.uid = $2)
           SELECT r.id AS "id: ReservationId", r.uid, r.reservation_code AS code, t.slug AS restaurant, r.starts_at,
                  t.time_zone AS "zone: Zone"
           FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.id IN (SELECT id FROM direct) OR NOT EXISTS (SELECT 1 FROM direct) AND r.id IN (SELECT id FROM related)
           ORDER BY r.starts_at DESC, r.id DESC LIMIT $6"#,
        key.code,
        key.uid,
        key.reservation_id,
        key.provider_id,
        key.charge_id,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns charges, newest first: by the provider's id of the payment, charge or refund, uid or id, or by the dispute, manual refund or
/// correction of one; else the charges of a booking or of a diner.
pub async fn list_charges(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<KeyedCharge>> {
    sqlx::query_as!(
        KeyedCharge,
        r#"WITH direct AS (
               SELECT id FROM charges WHERE gateway_fid = $1
               UNION SELECT c.id FROM provider_balance_transactions b JOIN charges c ON c.gateway_fid = b.payment_fid
                   WHERE b.source_fid = $1
               UNION SELECT d.charge_id FROM charge_disputes d WHERE d.gateway_fid = $1
               UNION SELECT id FROM charges WHERE uid = $2
               UNION SELECT a.charge_id FROM payment_adjustments a WHERE a.uid = $2 AND a.charge_id IS NOT NULL
               UNION SELECT id FROM charges WHERE id = $3),
           related AS (
               SELECT c.id FROM reservations r JOIN charges c ON c.restaurant_id = r.restaurant_id AND c.reservation_id = r.id
               WHERE r.reservation_code = $4 OR r.uid = $2 OR $3::bigint IS NULL AND r.id = $5
               UNION SELECT c.id FROM users u JOIN charges c ON c.user_id = u.id
               WHERE u.uid = $2 OR u.gateway_customer_fid = $1 OR u.email = mail_address($6::text)
                  OR u.id IN (SELECT user_id FROM profiles WHERE phone_e164 = ANY ($7)))
           SELECT c.id AS "id: ChargeId", c.uid, c.restaurant_id AS "restaurant: RestaurantId", c.kind AS "kind: ChargeKind",
                  c.amount AS "amount: Yen", c.status AS "status: ChargeStatus"
           FROM charges c
           WHERE c.id IN (SELECT id FROM direct) OR NOT EXISTS (SELECT 1 FROM direct) AND c.id IN (SELECT id FROM related)
           ORDER BY c.id DESC LIMIT $8"#,
        key.provider_id,
        key.uid,
        key.charge_id,
        key.code,
        key.reservation_id,
        key.email,
        &key.phones,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns disputes, newest first: by the provider's id; else the disputes of charges.
pub async fn list_disputes(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<KeyedDispute>> {
    let charges: Vec<_> = list_charges(conn, key).await?.into_iter().map(|charge| charge.id.0).collect();
    sqlx::query_as!(
        KeyedDispute,
        r#"SELECT d.gateway_fid AS fid, d.amount AS "amount: Yen" FROM charge_disputes d
           WHERE d.gateway_fid = $1
              OR d.charge_id = ANY ($2) AND NOT EXISTS (SELECT 1 FROM charge_disputes o WHERE o.gateway_fid = $1)
           ORDER BY d.id DESC LIMIT $3"#,
        key.provider_id,
        &charges,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns diners: by number, address, uid or the provider's customer; else the diner of a booking or a payment.
pub async fn list_diners(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<KeyedDiner>> {
    let bookings: Vec<_> = list_bookings(conn, key).await?.into_iter().map(|booking| booking.id.0).collect();
    let charges: Vec<_> = list_charges(conn, key).await?.into_iter().map(|charge| charge.id.0).collect();
    sqlx::query_as!(
        KeyedDiner,
        r#"WITH direct AS (
               SELECT user_id AS id FROM profiles WHERE phone_e164 = ANY ($1)
               UNION SELECT id FROM users WHERE email = mail_address($2::text)
               UNION SELECT id FROM users WHERE uid = $3
               UNION SELECT id FROM users WHERE gateway_customer_fid = $4),
           related AS (
               SELECT user_id AS id FROM reservations WHERE id = ANY ($5)
               UNION SELECT user_id FROM charges WHERE id = ANY ($6))
           SELECT u.id AS "id: UserId", u.uid FROM users u
           WHERE u.id IN (SELECT id FROM direct) OR NOT EXISTS (SELECT 1 FROM direct) AND u.id IN (SELECT id FROM related)
           ORDER BY u.id DESC LIMIT $7"#,
        &key.phones,
        key.email,
        key.uid,
        key.provider_id,
        &bookings,
        &charges,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns the uids of a booking's guest without an account, or of the guest with this uid.
pub async fn list_guests(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<String>> {
    let bookings: Vec<_> = list_bookings(conn, key).await?.into_iter().map(|booking| booking.id.0).collect();
    sqlx::query_scalar!(
        r#"SELECT DISTINCT coalesce(m.uid, c.uid) AS "uid!" FROM reservations r
           JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id AND c.user_id IS NULL
           LEFT JOIN customers m ON m.restaurant_id = c.restaurant_id AND m.id = c.merged_into_id
           WHERE r.id = ANY ($1) ORDER BY 1"#,
        &bookings,
    )
    .fetch_all(conn)
    .await
}

/// Returns cancel requests, newest first: by uid or id; else the requests of a booking.
pub async fn list_cancel_requests(conn: &mut PgConnection, key: &FindTerms) -> sqlx::Result<Vec<KeyedRequest>> {
    let bookings: Vec<_> = list_bookings(conn, key).await?.into_iter().map(|booking| booking.id.0).collect();
    sqlx::query_as!(
        KeyedRequest,
        r#"WITH direct AS (SELECT id FROM reservation_cancel_requests WHERE uid = $1 OR id = $2)
           SELECT q.uid, q.status FROM reservation_cancel_requests q
           WHERE q.id IN (SELECT id FROM direct) OR NOT EXISTS (SELECT 1 FROM direct) AND q.reservation_id = ANY ($3)
           ORDER BY q.id DESC LIMIT $4"#,
        key.uid,
        key.number(),
        &bookings,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns the uids of raffles: by uid; else the raffles of a restaurant that are not drawn.
pub async fn list_raffles(
    conn: &mut PgConnection,
    uid: &str,
    restaurant: Option<RestaurantId>,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "SELECT uid FROM raffle_rounds
         WHERE uid = $1
            OR restaurant_id = $2 AND drawn_at IS NULL AND NOT EXISTS (SELECT 1 FROM raffle_rounds o WHERE o.uid = $1)
         ORDER BY id LIMIT $3",
        uid,
        restaurant.map(|id| id.0),
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}
