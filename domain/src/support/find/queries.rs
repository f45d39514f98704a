//! The SQL of the console's search. The comment of each query names the index of each of its terms.

use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{FoundBooking, FoundDispute, FoundPayment, FoundRecipient, FoundRestaurant};
use super::terms::FindTerms;
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::reservations::model::{Kind, Status};
use crate::restaurants::search;
use crate::support::FoundAccount;
use crate::zone::Zone;

/// Number of a guest's reservations that a search by number or address lists.
const LATEST_OF_A_GUEST: i64 = 3;

/// Returns reservations, latest visit first: by code (`reservations_code_idx`), uid (`reservations_uid_idx`), id (`reservations_id_idx`),
/// or the number (`customer_profiles_number_idx`) or address (`customers_invitation_email_idx`) of a guest without an account, with
/// `reservations_customer_idx`. Of guests only the kinds `guest_kinds`.
pub(super) async fn list_bookings(
    conn: &mut PgConnection,
    terms: &FindTerms,
    guest_kinds: &[String],
    limit: i64,
) -> sqlx::Result<Vec<FoundBooking>> {
    sqlx::query_as!(
        FoundBooking,
        r#"WITH guests AS (
               SELECT c.restaurant_id, coalesce(c.merged_into_id, c.id) AS customer_id
               FROM customer_profiles p JOIN customers c ON c.restaurant_id = p.restaurant_id AND c.id = p.customer_id
               WHERE p.phone_e164 = ANY ($4) AND c.user_id IS NULL
               UNION
               SELECT c.restaurant_id, coalesce(c.merged_into_id, c.id) FROM customers c
               WHERE c.invitation_email = mail_address($5::text) AND c.user_id IS NULL)
           SELECT r.uid, r.reservation_code AS code, r.type AS "kind: Kind", r.status AS "status: Status",
                  t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone AS "zone: Zone", r.starts_at, r.guests_count
           FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.id IN (
               SELECT id FROM reservations WHERE reservation_code = $1
               UNION ALL SELECT id FROM reservations WHERE uid = $2
               UNION ALL SELECT id FROM reservations WHERE id = $3
               UNION ALL SELECT v.id FROM guests g CROSS JOIN LATERAL (
                   SELECT x.id FROM reservations x
                   WHERE x.restaurant_id = g.restaurant_id AND x.customer_id = g.customer_id AND x.type = ANY ($6)
                   ORDER BY x.starts_at DESC LIMIT $7) v)
           ORDER BY r.starts_at DESC, r.id DESC LIMIT $8"#,
        terms.code,
        terms.uid,
        terms.reservation_id,
        &terms.phones,
        terms.email,
        guest_kinds,
        LATEST_OF_A_GUEST,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns reservations of guests without an account, latest visit first, by the complete name: of their records
/// (`customer_profiles_name_idx`) or their imported bookings (`offsite_reservations_name_idx`) at each restaurant. The key of a name leaves
/// letters of some scripts out, which `pattern` compares. Of guests only the kinds `guest_kinds`.
pub(super) async fn list_bookings_of_name(
    conn: &mut PgConnection,
    name: &str,
    pattern: &str,
    guest_kinds: &[String],
    limit: i64,
) -> sqlx::Result<Vec<FoundBooking>> {
    sqlx::query_as!(
        FoundBooking,
        r#"WITH named AS MATERIALIZED (
               SELECT h.id AS restaurant_id, n.customer_id, n.nickname AS name
               FROM restaurants h CROSS JOIN LATERAL (
                   SELECT p.customer_id, p.nickname FROM customer_profiles p
                   WHERE p.restaurant_id = h.id AND p.nickname <> '' AND name_key(p.nickname) = (SELECT name_key($1)) OFFSET 0) n
               WHERE name_key($1) <> ''),
           imported AS MATERIALIZED (
               SELECT h.id AS restaurant_id, n.reservation_id, n.full_name_string AS name
               FROM restaurants h CROSS JOIN LATERAL (
                   SELECT f.reservation_id, f.full_name_string FROM offsite_reservations f
                   WHERE f.restaurant_id = h.id AND f.full_name_string <> '' AND name_key(f.full_name_string) = (SELECT name_key($1)) OFFSET 0) n
               WHERE name_key($1) <> ''),
           guests AS (
               SELECT DISTINCT c.restaurant_id, coalesce(c.merged_into_id, c.id) AS customer_id
               FROM named n JOIN customers c ON c.restaurant_id = n.restaurant_id AND c.id = n.customer_id
               WHERE lower(normalize(n.name, NFKC)) ~ $5 AND c.user_id IS NULL)
           SELECT r.uid, r.reservation_code AS code, r.type AS "kind: Kind", r.status AS "status: Status",
                  t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone AS "zone: Zone", r.starts_at, r.guests_count
           FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.id IN (
               SELECT v.id FROM guests g CROSS JOIN LATERAL (
                   SELECT x.id FROM reservations x
                   WHERE x.restaurant_id = g.restaurant_id AND x.customer_id = g.customer_id AND x.type = ANY ($2)
                   ORDER BY x.starts_at DESC LIMIT $3) v
               UNION ALL SELECT x.id FROM imported n
                   JOIN reservations x ON x.restaurant_id = n.restaurant_id AND x.id = n.reservation_id
                   WHERE lower(normalize(n.name, NFKC)) ~ $5 AND x.type = ANY ($2))
           ORDER BY r.starts_at DESC, r.id DESC LIMIT $4"#,
        name,
        guest_kinds,
        LATEST_OF_A_GUEST,
        limit,
        pattern,
    )
    .fetch_all(conn)
    .await
}

/// Returns charges, newest first: by the provider's id of the payment (`charges_gateway_fid_idx`), charge or refund
/// (`provider_balance_transactions_source_idx`), by uid (`charges_uid_idx`) or id (`charges_id_idx`).
pub(super) async fn list_payments(
    conn: &mut PgConnection,
    terms: &FindTerms,
    limit: i64,
) -> sqlx::Result<Vec<FoundPayment>> {
    sqlx::query_as!(
        FoundPayment,
        r#"SELECT c.kind AS "kind: ChargeKind", c.status AS "status: ChargeStatus", c.amount AS "amount: Yen", c.gateway_fid,
                  u.uid AS user_uid, r.uid AS "reservation_uid?", r.reservation_code AS "reservation_code?"
           FROM charges c JOIN users u ON u.id = c.user_id
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           WHERE c.id IN (
               SELECT id FROM charges WHERE gateway_fid = $1
               UNION ALL SELECT x.id FROM provider_balance_transactions b JOIN charges x ON x.gateway_fid = b.payment_fid
                   WHERE b.source_fid = $1
               UNION ALL SELECT id FROM charges WHERE uid = $2
               UNION ALL SELECT id FROM charges WHERE id = $3)
           ORDER BY c.id DESC LIMIT $4"#,
        terms.provider_id,
        terms.uid,
        terms.charge_id,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns disputes by the provider's id (`charge_disputes_fid_idx`).
pub(super) async fn list_disputes(
    conn: &mut PgConnection,
    terms: &FindTerms,
    limit: i64,
) -> sqlx::Result<Vec<FoundDispute>> {
    sqlx::query_as!(
        FoundDispute,
        r#"SELECT d.gateway_fid AS fid, d.amount AS "amount: Yen", r.reservation_code AS "reservation_code?"
           FROM charge_disputes d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           WHERE d.gateway_fid = $1 ORDER BY d.id DESC LIMIT $2"#,
        terms.provider_id,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns accounts, newest first: by number (`profiles_phone_e164_idx`), address (`users_email_key`), uid (`users_uid_key`) or the
/// provider's customer (`users_gateway_customer_fid_key`).
pub(super) async fn list_accounts(
    conn: &mut PgConnection,
    terms: &FindTerms,
    limit: i64,
) -> sqlx::Result<Vec<FoundAccount>> {
    sqlx::query_as!(
        FoundAccount,
        r#"SELECT u.uid, p.name_last || ' ' || p.name_first AS "name!", p.kana_last || ' ' || p.kana_first AS "kana!",
                  u.email::text AS "email!", p.phone_country, p.phone_local_number, p.phone_confirmed_at, u.locked_until,
                  u.created_at
           FROM users u JOIN profiles p ON p.user_id = u.id
           WHERE u.id IN (
               SELECT user_id FROM profiles WHERE phone_e164 = ANY ($1)
               UNION ALL SELECT id FROM users WHERE email = mail_address($2::text)
               UNION ALL SELECT id FROM users WHERE uid = $3
               UNION ALL SELECT id FROM users WHERE gateway_customer_fid = $4)
           ORDER BY u.created_at DESC, u.id DESC LIMIT $5"#,
        &terms.phones,
        terms.email,
        terms.uid,
        terms.provider_id,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns the restaurants of an address: of a member of staff (`owners_email_key`, `restaurant_owners_owner_id_idx`), or a notification
/// address (`restaurant_email_subscriptions_address_idx`).
pub(super) async fn list_recipients(
    conn: &mut PgConnection,
    terms: &FindTerms,
    limit: i64,
) -> sqlx::Result<Vec<FoundRecipient>> {
    if terms.email.is_none() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        FoundRecipient,
        r#"SELECT o.email::text AS "email!", o.nickname AS "nickname?", r.slug AS "restaurant_slug!", r.name_ja AS "restaurant_ja!",
                  r.name_en AS "restaurant_en!"
           FROM owners o JOIN restaurant_owners w ON w.owner_id = o.id JOIN restaurants r ON r.id = w.restaurant_id
           WHERE o.email = mail_address($1::text)
           UNION ALL
           SELECT e.email::text, NULL, r.slug, r.name_ja, r.name_en
           FROM restaurant_email_subscriptions e JOIN restaurants r ON r.id = e.restaurant_id
           WHERE e.email = mail_address($1::text)
           LIMIT $2"#,
        terms.email,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns restaurants by id (the primary key), by all words of their names in any spelling (`restaurant_search_texts_text_idx` with the
/// longest word), or by a part of the slug (`restaurants_slug_idx`); an equal slug first.
pub(super) async fn list_restaurants(
    conn: &mut PgConnection,
    terms: &FindTerms,
    limit: i64,
) -> sqlx::Result<Vec<FoundRestaurant>> {
    let words = match terms.words.as_deref() {
        Some(typed) => search::patterns(conn, typed).await?,
        None => Vec::new(),
    };
    let longest = words.iter().max_by_key(|word| word.typed.chars().count());
    let narrow = longest.map(|word| word.patterns.clone()).unwrap_or_default();
    let slug = longest.map(|word| word.slug.clone());
    sqlx::query_as!(
        FoundRestaurant,
        r#"SELECT r.slug, r.name_ja, r.name_en
           FROM restaurants r LEFT JOIN restaurant_search_texts s ON s.restaurant_id = r.id
           WHERE r.id IN (
                   SELECT restaurant_id FROM restaurant_search_texts WHERE text LIKE ANY ($1)
                   UNION ALL SELECT id FROM restaurants WHERE slug LIKE $2
                   UNION ALL SELECT id FROM restaurants WHERE id = $3)
             AND NOT EXISTS (
                 SELECT 1 FROM jsonb_array_elements($4::jsonb) AS word
                 WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(word -> 'patterns') AS spelling WHERE s.name LIKE spelling)
                   AND r.slug NOT LIKE word ->> 'slug')
           ORDER BY r.slug = lower($5) DESC, r.slug LIMIT $6"#,
        &narrow,
        slug,
        terms.restaurant_id,
        Json(words) as _,
        terms.words,
        limit,
    )
    .fetch_all(conn)
    .await
}
