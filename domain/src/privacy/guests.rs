//! A guest of one restaurant without an account, whom only an admin can erase. The restaurant's record remains without the person, as the
//! record of a deleted account does.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::error::PrivacyError;
use super::messages::{self, is_mail_to_guest, records_of_guest, reservations_of_guest};
use super::obstacles::{ObstacleRecord, ObstacleRecordKind, kinds_of};
use super::subject::{self, GuestKey, PrivacySubjectKind, erased_name};
use crate::customers::create::lock_creation;
use crate::customers::export::rest;
use crate::zone::Zone;

/// The sections of the file that only the operator can read in one place. `customers::export` has the others.
const SECTIONS: &[(&str, &str)] = &[
    (
        "customer",
        "SELECT jsonb_build_object('restaurant', t.name_ja, 'uid', c.uid, 'type', c.type, 'nickname', p.nickname,
             'kana', p.kana, 'phone_number', p.phone_e164, 'invitation_email', c.invitation_email, 'invited_by_sms', c.allow_send_ivr_sms,
             'receipt_title', p.receipt_title, 'internal_memo', p.internal_memo, 'noted_allergies', p.noted_allergies,
             'noted_dislikes', p.noted_dislikes, 'is_blacklisted', c.is_blacklisted, 'created_at', c.created_at,
             'tags', (SELECT coalesce(jsonb_agg(g.tag ORDER BY g.tag), '[]') FROM customer_tags g
                      WHERE g.restaurant_id = c.restaurant_id AND g.customer_id = c.id))
         FROM customers c JOIN restaurants t ON t.id = c.restaurant_id
         LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
         WHERE c.restaurant_id = $1 AND c.id = $2",
    ),
    (
        "offsite_names",
        concat!(
            "SELECT coalesce(jsonb_agg(jsonb_build_object('source', o.offsite_source, 'name', o.full_name_string,
                 'phone_number', o.phone_e164, 'email', o.email)
                 ORDER BY o.reservation_id), '[]')
             FROM offsite_reservations o WHERE o.restaurant_id = $1 AND o.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
    (
        "mails",
        concat!(
            "SELECT coalesce(jsonb_agg(jsonb_build_object('template', m.template, 'recipient', m.recipient,
                 'created_at', m.created_at, 'sent_at', m.sent_at) ORDER BY m.created_at), '[]')
             FROM mail_deliveries m
             WHERE ",
            is_mail_to_guest!()
        ),
    ),
    (
        "messages",
        concat!(
            "SELECT coalesce(jsonb_agg(jsonb_build_object('template', s.template, 'phone_number', s.phone_e164,
                 'sent_at', s.sent_at) ORDER BY s.created_at), '[]')
             FROM sms_deliveries s WHERE s.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
];

/// Returns all personal data about a guest in one file, a consistent snapshot if the caller's transaction is `REPEATABLE READ`.
pub(super) async fn export(conn: &mut PgConnection, guest: GuestKey, now: DateTime<Utc>) -> sqlx::Result<Value> {
    let mut file = json!({ "exported_at": Zone::default().iso(now) });
    for (name, query) in SECTIONS {
        let query = sqlx::query_scalar(*query).bind(guest.restaurant.0).bind(guest.customer.0);
        let section: Option<Value> = query.fetch_optional(&mut *conn).await?;
        file[*name] = section.unwrap_or(Value::Null);
    }
    let rest = rest(conn, guest.restaurant, guest.customer).await?;
    if let (Some(file), Value::Object(rest)) = (file.as_object_mut(), rest) {
        file.extend(rest);
    }
    Ok(file)
}

/// Returns the records that must end before the guest can be erased.
pub(super) async fn list_obstacles(
    conn: &mut PgConnection,
    guest: GuestKey,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ObstacleRecord>> {
    let rows = sqlx::query!(
        r#"SELECT r.status = 'accepted' AS "is_booking!", r.reservation_code, r.uid, r.starts_at, t.slug, t.name_ja, t.name_en,
                  t.time_zone AS "zone: Zone"
           FROM reservations r
           JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.restaurant_id = $1 AND c.restaurant_id = $1 AND (c.id = $2 OR c.merged_into_id = $2)
             AND (r.status = 'accepted' AND r.ends_at > $3
                  OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $3))
           ORDER BY 1 DESC, r.starts_at, r.id"#,
        guest.restaurant.0,
        guest.customer.0,
        now,
    );
    let records = rows.fetch_all(conn).await?.into_iter().map(|row| ObstacleRecord {
        kind: if row.is_booking { ObstacleRecordKind::Booking } else { ObstacleRecordKind::Invitation },
        key: row.reservation_code,
        reservation_uid: Some(row.uid),
        user_uid: None,
        restaurant_slug: Some(row.slug),
        restaurant_ja: Some(row.name_ja),
        restaurant_en: Some(row.name_en),
        zone: Some(row.zone),
        at: Some(row.starts_at),
        amount: None,
    });
    Ok(records.collect())
}

/// Erases a guest's personal data at a restaurant.
///
/// # Errors
/// `NotFound` if they are erased or have an account; `InUse` names the obstacles. Then nothing has changed.
pub(super) async fn erase(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    guest: GuestKey,
    uid: &str,
) -> Result<(), PrivacyError> {
    lock(conn, guest).await?;
    // Another admin may have erased them before the lock.
    if subject::find(conn, PrivacySubjectKind::Guest, uid).await?.erased_at.is_some() {
        return Err(PrivacyError::NotFound);
    }
    let obstacles = kinds_of(&list_obstacles(conn, guest, now).await?);
    if !obstacles.is_empty() {
        return Err(PrivacyError::InUse(obstacles));
    }
    messages::erase_of_guest(conn, now, guest).await?;
    for statement in STATEMENTS {
        sqlx::query(*statement).bind(guest.restaurant.0).bind(guest.customer.0).execute(&mut *conn).await?;
    }
    mark_erased(conn, now, guest).await?;
    Ok(())
}

/// Waits for staff who are writing a record, and lets a concurrent booking or merge wait for this row. Merges take the locks in this order.
async fn lock(conn: &mut PgConnection, guest: GuestKey) -> Result<(), PrivacyError> {
    lock_creation(conn, guest.restaurant).await?;
    let locked = sqlx::query_scalar!(
        "SELECT id FROM customers WHERE restaurant_id = $1 AND id = $2 AND user_id IS NULL AND merged_into_id IS NULL
         FOR UPDATE",
        guest.restaurant.0,
        guest.customer.0,
    );
    locked.fetch_optional(conn).await?.ok_or(PrivacyError::NotFound)?;
    Ok(())
}

/// $1: restaurant, $2: customer. Merges cannot be undone afterwards.
const STATEMENTS: &[&str] = &[
    concat!("DELETE FROM customer_tags t WHERE t.restaurant_id = $1 AND t.customer_id IN (", records_of_guest!(), ")"),
    // A merge of a record that was merged later has its values, too.
    concat!(
        "DELETE FROM customer_merges m WHERE m.restaurant_id = $1 AND m.primary_customer_id IN (",
        records_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE customer_profiles f SET nickname = '', phone_country = 'JP', phone_local_number = '', phone_e164 = NULL,
             kana = '', receipt_title = '', noted_allergies = '', noted_dislikes = ''
         WHERE f.restaurant_id = $1 AND f.customer_id IN (",
        records_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE waiting_list_entries w SET internal_memo = '', removed_at = coalesce(w.removed_at, w.created_at)
         WHERE w.restaurant_id = $1 AND w.customer_id IN (",
        records_of_guest!(),
        ")"
    ),
    concat!(
        "DELETE FROM reservation_preferences a WHERE a.restaurant_id = $1 AND a.reservation_id IN (",
        reservations_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE reservation_deliveries d
         SET zip_code = '000-0000', address1 = '', address2 = '', address3 = '', name = '', phone_number = '0000000000'
         WHERE d.restaurant_id = $1 AND d.reservation_id IN (",
        reservations_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE offsite_reservations o SET full_name_string = '', phone_e164 = NULL, email = NULL
         WHERE o.restaurant_id = $1 AND o.reservation_id IN (",
        reservations_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE notifications n SET title = '' WHERE n.restaurant_id = $1 AND n.reservation_id IN (",
        reservations_of_guest!(),
        ")"
    ),
    concat!(
        "UPDATE reservations r SET special_request = '' WHERE r.restaurant_id = $1 AND r.customer_id IN (",
        records_of_guest!(),
        ")"
    ),
];

async fn mark_erased(conn: &mut PgConnection, now: DateTime<Utc>, guest: GuestKey) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customers SET invitation_email = NULL, allow_send_ivr_sms = false, erased_at = $3
         WHERE restaurant_id = $1 AND (id = $2 OR merged_into_id = $2)",
        guest.restaurant.0,
        guest.customer.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE customer_profiles SET nickname = $3 WHERE restaurant_id = $1 AND customer_id = $2",
        guest.restaurant.0,
        guest.customer.0,
        erased_name(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
