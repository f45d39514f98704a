use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Account, HeaderUser, Profile};
use super::prefectures::OVERSEAS;
use super::sign_up::SignUp;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::phone::PhoneNumber;

pub async fn find(conn: &mut PgConnection, id: UserId) -> sqlx::Result<Option<Account>> {
    let row = sqlx::query!(
        r#"SELECT u.uid, u.email::text AS "email!", u.email_confirmed_at, u.two_factor_with_email_enabled, u.is_agent,
                  u.is_gold_invited, p.name_last, p.name_first, p.kana_last, p.kana_first, p.prefecture, p.locale,
                  p.phone_country, p.phone_local_number, p.phone_confirmed_at
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = $1"#,
        id.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Account {
        id,
        uid: row.uid,
        email: row.email,
        email_confirmed_at: row.email_confirmed_at,
        two_factor_with_email_enabled: row.two_factor_with_email_enabled,
        is_agent: row.is_agent,
        is_gold_invited: row.is_gold_invited,
        profile: Profile {
            name_last: row.name_last,
            name_first: row.name_first,
            kana_last: row.kana_last,
            kana_first: row.kana_first,
            prefecture: row.prefecture,
            locale: Locale::parse(&row.locale).unwrap_or_default(),
            phone_country: row.phone_country,
            phone_local_number: row.phone_local_number,
            phone_confirmed_at: row.phone_confirmed_at,
        },
    }))
}

/// Loads the data of the signed-in diner that every page needs, in one query.
pub async fn header_user(conn: &mut PgConnection, id: UserId, now: DateTime<Utc>) -> sqlx::Result<Option<HeaderUser>> {
    sqlx::query_as!(
        HeaderUser,
        r#"SELECT p.name_last, p.name_first, u.email::text AS "email!",
                  u.email_confirmed_at IS NOT NULL AS "email_confirmed!",
                  p.phone_confirmed_at IS NOT NULL AS "phone_confirmed!",
                  p.phone_country = 'JP' AS "is_jp!",
                  EXISTS (SELECT 1 FROM payment_methods m WHERE m.user_id = u.id AND m.replaced_at IS NULL) AS "has_card!",
                  has.grades <> '{}' AS "is_premium!", u.is_gold_invited, 'gold' = ANY (has.grades) AS "is_gold!",
                  'ohc' = ANY (has.grades) AS "is_ohc!", u.is_agent,
                  EXISTS (SELECT 1 FROM reservations r WHERE r.user_id = $1 AND r.status <> 'void'
                          AND r.type IN ('invited_reservation', 'invited_temporary_reservation')) AS "has_invitations!"
           FROM users u JOIN profiles p ON p.user_id = u.id
           CROSS JOIN LATERAL (SELECT subscribed_grades(u.id, $2) AS grades) has WHERE u.id = $1"#,
        id.0,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Returns the language of an account.
pub async fn locale_of(conn: &mut PgConnection, id: UserId) -> sqlx::Result<Locale> {
    let found =
        sqlx::query_scalar!("SELECT locale FROM profiles WHERE user_id = $1", id.0).fetch_optional(conn).await?;
    Ok(found.and_then(|locale| Locale::parse(&locale)).unwrap_or_default())
}

/// Reports whether a diner may book, which requires a verified phone number.
pub async fn is_phone_confirmed(conn: &mut PgConnection, id: UserId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"SELECT phone_confirmed_at IS NOT NULL AS "confirmed!" FROM profiles WHERE user_id = $1"#,
        id.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.unwrap_or(false))
}

pub async fn insert_user(
    conn: &mut PgConnection,
    uid: &str,
    form: &SignUp,
    password_hash: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<UserId> {
    let id = sqlx::query_scalar!(
        "INSERT INTO users (uid, email, password_hash, jcb_uid, jcb_card_rank, terms_agreed_at, created_at, provider, provider_uid)
         VALUES ($1, $2::text, $3, $4, $5, $6, $6, $7, $8) RETURNING id",
        uid,
        form.email,
        password_hash,
        form.jcb_uid,
        form.jcb_card_rank,
        now,
        form.identity.as_ref().map(|identity| identity.provider.as_str()),
        form.identity.as_ref().map(|identity| identity.uid.as_str()),
    )
    .fetch_one(conn)
    .await?;
    Ok(UserId(id))
}

/// Inserts the profile of a new account, whose number was just verified.
pub async fn insert_profile(
    conn: &mut PgConnection,
    user_id: UserId,
    form: &SignUp,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO profiles (user_id, name_last, name_first, kana_last, kana_first, prefecture, locale, phone_country,
             phone_local_number, phone_e164, phone_confirmed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        user_id.0,
        form.name_last,
        form.name_first,
        form.kana_last,
        form.kana_first,
        form.prefecture,
        form.locale.as_str(),
        form.phone.country,
        form.phone.local,
        form.phone.e164,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The account that has confirmed a number, with the address and language of its diner.
pub struct PhoneHolder {
    pub id: UserId,
    pub email: String,
    pub locale: String,
}

pub async fn lock_phone_holder(
    conn: &mut PgConnection,
    e164: &str,
    but: Option<UserId>,
) -> sqlx::Result<Option<PhoneHolder>> {
    sqlx::query_as!(
        PhoneHolder,
        r#"SELECT u.id AS "id: UserId", u.email::text AS "email!", p.locale FROM profiles p JOIN users u ON u.id = p.user_id
           WHERE p.phone_e164 = $1 AND p.phone_confirmed_at IS NOT NULL AND p.user_id IS DISTINCT FROM $2 FOR UPDATE OF p"#,
        e164,
        but.map(|id| id.0),
    )
    .fetch_optional(conn)
    .await
}

/// Marks a number as unconfirmed. The number itself stays stored.
pub async fn unconfirm_phone(conn: &mut PgConnection, id: UserId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE profiles SET phone_confirmed_at = NULL WHERE user_id = $1", id.0).execute(conn).await?;
    Ok(())
}

/// Sets the diner's number, which was just confirmed. Another country has one prefecture; a diner who returns to Japan from there has
/// none yet.
pub async fn set_phone(
    conn: &mut PgConnection,
    id: UserId,
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE profiles SET phone_country = $2, phone_local_number = $3, phone_e164 = $4, phone_confirmed_at = $5,
             prefecture = CASE WHEN $2 <> 'JP' THEN $6 WHEN prefecture = $6 THEN '' ELSE prefecture END
         WHERE user_id = $1",
        id.0,
        number.country,
        number.local,
        number.e164,
        now,
        OVERSEAS,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// An account whose password may be checked.
pub struct SignInAttempt {
    pub id: UserId,
    pub password_hash: Option<String>,
    pub two_factor_with_email_enabled: bool,
}

/// Finds the account of an address, locked or not, without counting an attempt.
pub async fn find_attempt(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<SignInAttempt>> {
    sqlx::query_as!(
        SignInAttempt,
        r#"SELECT id AS "id: UserId", password_hash, two_factor_with_email_enabled FROM users WHERE email = mail_address($1::text)"#,
        email,
    )
    .fetch_optional(conn)
    .await
}

/// Counts an attempt before the password is checked, so concurrent attempts cannot exceed the limit. The attempt that reaches
/// `max_attempts` locks the account. Returns `None` if the account is locked or does not exist.
pub async fn count_attempt(
    conn: &mut PgConnection,
    email: &str,
    max_attempts: i32,
    locked_until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<SignInAttempt>> {
    sqlx::query_as!(
        SignInAttempt,
        r#"UPDATE users SET
             failed_attempts = CASE WHEN locked_until IS NULL THEN failed_attempts + 1 ELSE 1 END,
             locked_until = CASE WHEN locked_until IS NULL AND failed_attempts + 1 >= $2 THEN $3::timestamptz END
         WHERE email = mail_address($1::text) AND (locked_until IS NULL OR locked_until <= $4)
         RETURNING id AS "id: UserId", password_hash, two_factor_with_email_enabled"#,
        email,
        max_attempts,
        locked_until,
        now,
    )
    .fetch_optional(conn)
    .await
}

pub async fn locked_until(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let found = sqlx::query_scalar!("SELECT locked_until FROM users WHERE email = mail_address($1::text)", email)
        .fetch_optional(conn)
        .await?;
    Ok(found.flatten())
}

pub async fn set_two_factor(conn: &mut PgConnection, id: UserId, enabled: bool) -> sqlx::Result<()> {
    sqlx::query!("UPDATE users SET two_factor_with_email_enabled = $2 WHERE id = $1", id.0, enabled)
        .execute(conn)
        .await?;
    Ok(())
}

/// The address and language of mails to an account.
pub struct Addressee {
    pub id: UserId,
    pub email: String,
    pub locale: String,
    pub name_last: String,
    pub name_first: String,
}

pub async fn addressee_by_email(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<Addressee>> {
    sqlx::query_as!(
        Addressee,
        r#"SELECT u.id AS "id: UserId", u.email::text AS "email!", p.locale, p.name_last, p.name_first
           FROM users u JOIN profiles p ON p.user_id = u.id
           WHERE u.email = mail_address($1::text)"#,
        email,
    )
    .fetch_optional(conn)
    .await
}

/// Inserts the row of a link. Does nothing if it exists, because a mail may be rendered more than once.
pub async fn insert_mail_token(conn: &mut PgConnection, token: &MailToken, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO mail_tokens (uid, purpose, user_id, email, expires_at, created_at)
         VALUES ($1, $2, $3, $4::text, $5, $6) ON CONFLICT (uid) DO NOTHING",
        token.uid,
        token.purpose,
        token.user_id.0,
        token.email,
        token.expires_at,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The link of a mail, as stored.
pub struct MailToken {
    pub uid: String,
    pub purpose: String,
    pub user_id: UserId,
    pub email: String,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

pub async fn find_mail_token(conn: &mut PgConnection, purpose: &str, uid: &str) -> sqlx::Result<Option<MailToken>> {
    sqlx::query_as!(
        MailToken,
        r#"SELECT uid, purpose, user_id AS "user_id: UserId", email::text AS "email!", expires_at, used_at FROM mail_tokens
           WHERE uid = $1 AND purpose = $2"#,
        uid,
        purpose,
    )
    .fetch_optional(conn)
    .await
}

/// Marks a link as used. Reports whether this was the first use; only one of two concurrent calls succeeds.
pub async fn use_mail_token(conn: &mut PgConnection, uid: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE mail_tokens SET used_at = $2 WHERE uid = $1 AND used_at IS NULL AND expires_at > $2",
        uid,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Invalidates a user's unused links of one purpose.
pub async fn end_mail_tokens(
    conn: &mut PgConnection,
    purpose: &str,
    user_id: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_tokens SET used_at = $3 WHERE user_id = $2 AND purpose = $1 AND used_at IS NULL",
        purpose,
        user_id.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn set_password(conn: &mut PgConnection, id: UserId, password_hash: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE users SET password_hash = $2, failed_attempts = 0, locked_until = NULL WHERE id = $1",
        id.0,
        password_hash,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Confirms the address of a link, if the account still has it.
pub async fn confirm_email(conn: &mut PgConnection, id: UserId, email: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $3) WHERE id = $1 AND email = mail_address($2::text)",
        id.0,
        email,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Confirms the unconfirmed address of a link, if the account still has it, and removes the sign-in with another provider. The account has a
/// password. Reports whether the address was unconfirmed; only one of two concurrent calls confirms it.
pub async fn claim_email(conn: &mut PgConnection, id: UserId, email: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE users SET email_confirmed_at = $3, provider = NULL, provider_uid = NULL
         WHERE id = $1 AND email = mail_address($2::text) AND email_confirmed_at IS NULL",
        id.0,
        email,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the account's email address, which its mailbox has confirmed.
pub async fn set_email(conn: &mut PgConnection, id: UserId, email: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE users SET email = $2::text, email_confirmed_at = $3 WHERE id = $1", id.0, email, now,)
        .execute(conn)
        .await?;
    Ok(())
}

pub async fn is_email_confirmed(conn: &mut PgConnection, id: UserId, email: &str) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"SELECT email_confirmed_at IS NOT NULL AS "confirmed!" FROM users WHERE id = $1 AND email = mail_address($2::text)"#,
        id.0,
        email,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.unwrap_or(false))
}

/// Sets or replaces the code of a session. The count of attempts stays.
pub async fn put_challenge(
    conn: &mut PgConnection,
    session_hash: &[u8],
    uid: &str,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO two_factor_challenges (session_hash, uid, sent_at, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (session_hash) DO UPDATE SET uid = $2, sent_at = $3, expires_at = $4",
        session_hash,
        uid,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn challenge_sent_at(conn: &mut PgConnection, session_hash: &[u8]) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("SELECT sent_at FROM two_factor_challenges WHERE session_hash = $1 FOR UPDATE", session_hash)
        .fetch_optional(conn)
        .await
}

/// Counts an attempt at a code. Returns the code's uid if attempts and time remain.
pub async fn count_challenge_attempt(
    conn: &mut PgConnection,
    session_hash: &[u8],
    max_attempts: i32,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "UPDATE two_factor_challenges SET attempts = attempts + 1
         WHERE session_hash = $1 AND attempts < $2 AND expires_at > $3 RETURNING uid",
        session_hash,
        max_attempts,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Deletes the code of a session and its count of attempts.
pub async fn delete_challenge(conn: &mut PgConnection, session_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM two_factor_challenges WHERE session_hash = $1", session_hash).execute(conn).await?;
    Ok(())
}

/// Deletes a used code of a session. Reports whether it still existed; only one of two concurrent requests with the same code succeeds.
pub async fn take_challenge(conn: &mut PgConnection, session_hash: &[u8], uid: &str) -> sqlx::Result<bool> {
    let taken =
        sqlx::query!("DELETE FROM two_factor_challenges WHERE session_hash = $1 AND uid = $2", session_hash, uid);
    Ok(taken.execute(conn).await?.rows_affected() == 1)
}

/// Deletes links that expired before the given time.
pub async fn delete_mail_tokens(conn: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM mail_tokens WHERE expires_at < $1", before).execute(conn).await?;
    Ok(done.rows_affected())
}

/// Whether a diner with a confirmed number also gets reminders by text message.
pub struct Reminder {
    pub by_sms: bool,
    pub phone_country: String,
    pub phone_e164: String,
}

pub async fn find_reminder(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<Reminder>> {
    sqlx::query_as!(
        Reminder,
        r#"SELECT reminder_by_sms AS by_sms, phone_country, phone_e164 AS "phone_e164!" FROM profiles
           WHERE user_id = $1 AND phone_confirmed_at IS NOT NULL AND phone_e164 IS NOT NULL"#,
        diner.0,
    )
    .fetch_optional(conn)
    .await
}

pub async fn set_reminder(conn: &mut PgConnection, diner: UserId, by_sms: bool) -> sqlx::Result<()> {
    sqlx::query!("UPDATE profiles SET reminder_by_sms = $2 WHERE user_id = $1", diner.0, by_sms).execute(conn).await?;
    Ok(())
}
