//! Deletion of an account: erases personal data, and keeps records that others need without a name.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::PrivacyError;
use super::mails::ACCOUNT_DELETED;
use super::messages::{self, records_of_diner, reservations_of_diner};
use super::obstacles;
use crate::accounts::{AccountError, queries};
use crate::audit::{self, Actor, Event};
use crate::customers::create::lock_creation;
use crate::i18n::{self, Locale};
use crate::ids::{RestaurantId, UserId};
use crate::outbox::mails::{NewMail, queue};
use crate::payments::{cards, event_retention};
use crate::rng::Rng;
use crate::sessions::{self, AccountId, Side};

/// Deletes the account of the diner who requests it. **The caller must have verified the person's identity.**
///
/// # Errors
/// `InUse` names the obstacles; then nothing has changed.
pub async fn delete_account(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
) -> Result<(), PrivacyError> {
    erase_account(conn, rng, now, diner).await?;
    let event = Event {
        actor: Actor::Diner(diner),
        action: "account.deleted",
        restaurant: None,
        reservation: None,
        detail: json!({ "side": Side::Diner, "person_id": diner.0 }),
    };
    Ok(audit::record(conn, now, event).await?)
}

/// Erases an account: ends its sessions, frees its email address and phone number, enqueues the deletion of its cards at
/// the provider, and sends a mail. The caller writes the audit event.
///
/// # Errors
/// `InUse` names the obstacles; then nothing has changed.
pub(super) async fn erase_account(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
) -> Result<(), PrivacyError> {
    // A concurrent booking waits for this row, and is then signed out.
    let uid = sqlx::query_scalar!("SELECT uid FROM users WHERE id = $1 AND deleted_at IS NULL FOR UPDATE", diner.0);
    let uid = uid.fetch_optional(&mut *conn).await?.ok_or(AccountError::BadCredentials)?;
    lock_records(conn, diner).await?;
    let obstacles = obstacles::list(conn, diner, now).await?;
    if !obstacles.is_empty() {
        return Err(PrivacyError::InUse(obstacles));
    }
    let account = queries::find(conn, diner).await?.ok_or(AccountError::BadCredentials)?;
    let locale = account.profile.locale;
    // Sent as to a person without a profile: the name is erased by the time it is sent.
    queue(conn, rng, now, NewMail::to_staff(ACCOUNT_DELETED, locale, &account.email, json!({}))).await?;
    sessions::revoke_all_but(conn, now, AccountId::Diner(diner), None).await?;
    let erased_cards = delete_cards(conn, diner, now).await?;
    cards::push_detach(conn, rng, erased_cards).await?;
    delete_texts(conn, diner).await?;
    messages::erase_of_diner(conn, now, diner).await?;
    event_retention::erase_bodies(conn, diner).await?;
    delete_proofs(conn, diner).await?;
    delete_requests(conn, diner).await?;
    delete_guest_data(conn, diner).await?;
    Ok(erase(conn, diner, &uid, locale, now).await?)
}

/// Waits for staff who are writing a record of the diner: they have read the data that is erased. Merges take the same lock first.
async fn lock_records(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    let restaurants = sqlx::query_scalar!(
        r#"SELECT DISTINCT restaurant_id AS "restaurant: RestaurantId" FROM customers WHERE user_id = $1 ORDER BY 1"#,
        diner.0
    );
    for restaurant in restaurants.fetch_all(&mut *conn).await? {
        lock_creation(conn, restaurant).await?;
    }
    Ok(())
}

async fn delete_cards(conn: &mut PgConnection, diner: UserId, now: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "UPDATE payment_methods SET replaced_at = coalesce(replaced_at, $2), holder_name = '', fingerprint = NULL WHERE user_id = $1
         RETURNING gateway_fid",
        diner.0,
        now,
    )
    .fetch_all(conn)
    .await
}

/// Deletes sign-in methods, and the phone verifications of a number that no other account has confirmed since.
async fn delete_proofs(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    for statement in [
        "DELETE FROM authenticators WHERE side = 'diner' AND person_id = $1",
        "DELETE FROM recovery_codes WHERE side = 'diner' AND person_id = $1",
        "DELETE FROM passkeys WHERE side = 'diner' AND person_id = $1",
        "DELETE FROM known_browsers WHERE side = 'diner' AND person_id = $1",
        "DELETE FROM mail_tokens WHERE user_id = $1",
        "DELETE FROM phone_verifications v USING profiles p WHERE p.user_id = $1 AND v.phone_e164 = p.phone_e164
             AND NOT EXISTS (SELECT 1 FROM profiles o
                             WHERE o.phone_e164 = p.phone_e164 AND o.user_id <> $1 AND o.phone_confirmed_at IS NOT NULL)",
        "DELETE FROM sms_confirmations s USING profiles p WHERE p.user_id = $1 AND s.phone_e164 = p.phone_e164
             AND NOT EXISTS (SELECT 1 FROM profiles o
                             WHERE o.phone_e164 = p.phone_e164 AND o.user_id <> $1 AND o.phone_confirmed_at IS NOT NULL)",
    ] {
        sqlx::query(statement).bind(diner.0).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes the diner's preferences. Their record at a restaurant remains, because it is the restaurant's.
async fn delete_requests(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    for statement in [
        "DELETE FROM user_interest_tags WHERE user_id = $1",
        "DELETE FROM cookie_storage_agreements WHERE user_id = $1",
        "DELETE FROM gold_user_profiles WHERE user_id = $1",
        "DELETE FROM gold_plan_change_requests WHERE user_id = $1",
        "DELETE FROM calendar_feeds WHERE user_id = $1",
        "DELETE FROM teaser_users WHERE user_id = $1",
        "UPDATE subscriptions SET cancel_reason = NULL WHERE user_id = $1",
        "UPDATE trial_claims c SET subscription_id = NULL FROM subscriptions s WHERE s.user_id = $1 AND c.subscription_id = s.id",
        "DELETE FROM raffle_answers WHERE user_id = $1",
        "UPDATE raffle_round_registrations SET phone_mac = NULL WHERE user_id = $1 AND phone_mac IS NOT NULL",
        "UPDATE waiting_room_places SET phone_mac = NULL WHERE user_id = $1 AND phone_mac IS NOT NULL",
        "DELETE FROM gold_reservation_preferences g USING reservations r
         WHERE r.user_id = $1 AND g.restaurant_id = r.restaurant_id AND g.reservation_id = r.id",
        "UPDATE customers SET favorited = false, shop_notification = false, subscribe_to_announcements = false,
             subscribe_to_standby = false, show_in_premium_calendar = false, invitation_email = NULL WHERE user_id = $1",
    ] {
        sqlx::query(statement).bind(diner.0).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes restaurants' notes about the person in addition to their own account: contact data, names, allergies and tags. Records that were
/// merged into theirs are of the same person, and these merges cannot be undone any more.
async fn delete_guest_data(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    for statement in [
        concat!(
            "DELETE FROM customer_tags t WHERE (t.restaurant_id, t.customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE customer_profiles f SET nickname = '', phone_country = 'JP', phone_local_number = '', phone_e164 = NULL,
                 kana = '', receipt_title = '', noted_allergies = '', noted_dislikes = ''
             WHERE (f.restaurant_id, f.customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE waiting_list_entries w SET internal_memo = '', removed_at = coalesce(w.removed_at, w.created_at)
             WHERE (w.restaurant_id, w.customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE customers c SET invitation_email = NULL WHERE (c.restaurant_id, c.id) IN (",
            records_of_diner!(),
            ")"
        ),
        // A merge of a record that was merged later has its values, too.
        concat!(
            "DELETE FROM customer_merges m WHERE (m.restaurant_id, m.primary_customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
    ] {
        sqlx::query(statement).bind(diner.0).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes the texts on the diner's bookings, their names in the restaurants' notifications and other services' bookings, and delivery
/// addresses.
async fn delete_texts(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    for statement in [
        concat!(
            "UPDATE reservations r SET special_request = '' WHERE (r.restaurant_id, r.id) IN (",
            reservations_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE notifications n SET title = '' WHERE (n.restaurant_id, n.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE reservation_deliveries d
             SET zip_code = '000-0000', address1 = '', address2 = '', address3 = '', name = '', phone_number = '0000000000'
             WHERE (d.restaurant_id, d.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
        concat!(
            "DELETE FROM reservation_preferences p WHERE (p.restaurant_id, p.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE offsite_reservations o SET full_name_string = '', phone_e164 = NULL, email = NULL WHERE (o.restaurant_id, o.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
    ] {
        sqlx::query(statement).bind(diner.0).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Erases the personal data of the row, which remains for its references.
async fn erase(
    conn: &mut PgConnection,
    diner: UserId,
    uid: &str,
    locale: Locale,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE users SET email = $2::text, password_hash = NULL, provider = NULL, provider_uid = NULL, jcb_uid = NULL,
             jcb_card_rank = NULL, email_confirmed_at = NULL, two_factor_with_email_enabled = false, is_agent = false,
             is_gold_invited = false, is_ohc_invited = false, failed_attempts = 0, locked_until = NULL, deleted_at = $3
         WHERE id = $1",
        diner.0,
        placeholder_email(uid),
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE profiles SET name_last = $2, name_first = $3, kana_last = '', kana_first = '', prefecture = '',
             phone_local_number = '0', phone_e164 = '', phone_confirmed_at = NULL, allergy_description = NULL, dislikes = NULL
         WHERE user_id = $1",
        diner.0,
        i18n::t(locale, "deleted_account.name_last", &[]),
        i18n::t(locale, "deleted_account.name_first", &[]),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns an address that no mail reaches (RFC 2606).
fn placeholder_email(uid: &str) -> String {
    format!("deleted-{uid}@deleted.invalid")
}

/// Time for which the last mail may wait for a mail server.
const LAST_MAIL_WAITS: Duration = Duration::days(14);

/// Deletes the email address a day after the last mail was sent or dropped, drops one that waits for two weeks, and deletes mails of deleted
/// accounts that an earlier version left. Returns the number of erased mails.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let last = sqlx::query!(
        "UPDATE mail_deliveries
         SET recipient = '', dropped_at = CASE WHEN sent_at IS NULL THEN coalesce(dropped_at, $3) ELSE dropped_at END
         WHERE template = $1 AND recipient <> '' AND (coalesce(sent_at, dropped_at) < $2 OR created_at < $4)",
        ACCOUNT_DELETED.name,
        now - Duration::days(1),
        now,
        now - LAST_MAIL_WAITS,
    );
    let last = last.execute(&mut *conn).await?.rows_affected();
    let left = sqlx::query!(
        "UPDATE mail_deliveries m SET recipient = '', context = '{}' FROM users u
         WHERE u.id = m.user_id AND u.deleted_at IS NOT NULL AND m.recipient <> '' AND m.sent_at IS NOT NULL"
    );
    Ok(last + left.execute(conn).await?.rows_affected())
}
