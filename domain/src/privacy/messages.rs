//! Mails and text messages to a person, at present and previous addresses and numbers. A mail about an account names it, whatever its address
//! was. Password resets and invitations name none: they are found by the addresses that the account has confirmed, and invitations by their
//! reservation, too. A text message is found by its reservation, because a number may have had another holder before.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::subject::GuestKey;
use crate::ids::UserId;

/// Keys of the records of diner $1 at restaurants: their own, and the ones that were merged into them.
macro_rules! records_of_diner {
    () => {
        "SELECT own.restaurant_id, own.id FROM customers own WHERE own.user_id = $1
         UNION ALL
         SELECT merged.restaurant_id, merged.id FROM customers own
         JOIN customers merged ON merged.restaurant_id = own.restaurant_id AND merged.merged_into_id = own.id
         WHERE own.user_id = $1"
    };
}
pub(super) use records_of_diner;

/// Keys of the reservations of diner $1, and of reservations that staff recorded for them without the account.
macro_rules! reservations_of_diner {
    () => {
        concat!(
            "SELECT visit.restaurant_id, visit.id FROM reservations visit WHERE visit.user_id = $1
             UNION
             SELECT visit.restaurant_id, visit.id FROM reservations visit WHERE (visit.restaurant_id, visit.customer_id) IN (",
            $crate::privacy::messages::records_of_diner!(),
            ")"
        )
    };
}
pub(super) use reservations_of_diner;

/// Ids of the mails to diner $1.
macro_rules! mails_of_diner {
    () => {
        concat!(
            "SELECT own.id FROM mail_deliveries own WHERE own.user_id = $1
             UNION
             SELECT invited.id FROM mail_deliveries invited
             WHERE invited.user_id IS NULL AND invited.template IN ('invitation', 'invitation_withdrawn')
               AND invited.reservation_id IN (SELECT theirs.id FROM (",
            $crate::privacy::messages::reservations_of_diner!(),
            ") theirs)
               AND NOT EXISTS (SELECT 1 FROM users other WHERE other.email = invited.recipient AND other.id <> $1)
             UNION
             SELECT unnamed.id FROM mail_deliveries unnamed
             WHERE unnamed.user_id IS NULL AND unnamed.recipient <> ''
               AND (unnamed.template IN ('invitation', 'invitation_withdrawn')
                    OR unnamed.template = 'password_reset' AND unnamed.context->>'side' = 'diner')
               AND unnamed.recipient IN (
                   SELECT u.email FROM users u WHERE u.id = $1 AND u.email_confirmed_at IS NOT NULL
                   UNION SELECT k.email FROM mail_tokens k WHERE k.user_id = $1 AND k.used_at IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM users other WHERE other.email = unnamed.recipient AND other.id <> $1)"
        )
    };
}
pub(super) use mails_of_diner;

/// Ids of the text messages to diner $1.
macro_rules! texts_of_diner {
    () => {
        concat!(
            "SELECT own.id FROM sms_deliveries own WHERE own.reservation_id IN (SELECT theirs.id FROM (",
            $crate::privacy::messages::reservations_of_diner!(),
            ") theirs)
             UNION
             SELECT sent.id FROM sms_deliveries sent
             JOIN profiles p ON p.phone_e164 = sent.phone_e164 AND p.phone_confirmed_at <= sent.created_at
             LEFT JOIN reservations r ON r.id = sent.reservation_id
             WHERE p.user_id = $1 AND sent.phone_e164 <> '' AND r.user_id IS NULL"
        )
    };
}
pub(super) use texts_of_diner;

/// Ids of the records of guest $2 of restaurant $1: their own, and the ones that were merged into it.
macro_rules! records_of_guest {
    () => {
        "SELECT record.id FROM customers record WHERE record.restaurant_id = $1 AND (record.id = $2 OR record.merged_into_id = $2)"
    };
}
pub(super) use records_of_guest;

/// Ids of the reservations of guest $2 of restaurant $1.
macro_rules! reservations_of_guest {
    () => {
        concat!(
            "SELECT visit.id FROM reservations visit WHERE visit.restaurant_id = $1 AND visit.customer_id IN (",
            $crate::privacy::messages::records_of_guest!(),
            ")"
        )
    };
}
pub(super) use reservations_of_guest;

/// Condition of a mail `m` to guest $2 of restaurant $1.
macro_rules! is_mail_to_guest {
    () => {
        concat!(
            "m.user_id IS NULL AND m.template IN ('invitation', 'invitation_withdrawn') AND m.reservation_id IN (",
            $crate::privacy::messages::reservations_of_guest!(),
            ")"
        )
    };
}
pub(super) use is_mail_to_guest;

/// Erases the addresses and the contents of all mails and messages to a diner. Unsent ones are dropped.
pub(super) async fn erase_of_diner(conn: &mut PgConnection, now: DateTime<Utc>, diner: UserId) -> sqlx::Result<()> {
    for statement in [
        concat!(
            "UPDATE mail_deliveries m SET recipient = '', context = '{}',
                 dropped_at = CASE WHEN m.sent_at IS NULL THEN coalesce(m.dropped_at, $2) ELSE m.dropped_at END
             WHERE m.id IN (",
            mails_of_diner!(),
            ")"
        ),
        concat!(
            "UPDATE sms_deliveries s SET phone_e164 = '', provider_fid = NULL,
                 dropped_at = CASE WHEN s.sent_at IS NULL THEN coalesce(s.dropped_at, $2) ELSE s.dropped_at END
             WHERE s.id IN (",
            texts_of_diner!(),
            ")"
        ),
    ] {
        sqlx::query(statement).bind(diner.0).bind(now).execute(&mut *conn).await?;
    }
    Ok(())
}

/// The same for a guest without an account.
pub(super) async fn erase_of_guest(conn: &mut PgConnection, now: DateTime<Utc>, guest: GuestKey) -> sqlx::Result<()> {
    for statement in [
        concat!(
            "UPDATE mail_deliveries m SET recipient = '', context = '{}',
                 dropped_at = CASE WHEN m.sent_at IS NULL THEN coalesce(m.dropped_at, $3) ELSE m.dropped_at END
             WHERE ",
            is_mail_to_guest!()
        ),
        concat!(
            "UPDATE sms_deliveries s SET phone_e164 = '', provider_fid = NULL,
                 dropped_at = CASE WHEN s.sent_at IS NULL THEN coalesce(s.dropped_at, $3) ELSE s.dropped_at END
             WHERE s.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ] {
        let query = sqlx::query(statement).bind(guest.restaurant.0).bind(guest.customer.0).bind(now);
        query.execute(&mut *conn).await?;
    }
    Ok(())
}
