//! The code mailed at sign-in (G038): four digits, valid for ten minutes and five attempts, after which sign-in requires the password
//! again. At most thirty attempts a day, until a new password is set.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::audit_trail;
use super::error::AccountError;
use super::links::TWO_FACTOR_CODE;
use super::mails;
use super::queries;
use crate::ids::UserId;
use crate::limits::{self, TooMany};
use crate::outbox::mails::{NewMail, queue};
use crate::phone::digits;
use crate::rng::Rng;
use crate::sessions::{Side, TokenHash};
use crate::signing::Signer;

pub const CODE_LIFETIME: Duration = Duration::minutes(10);
const MAX_ATTEMPTS: i32 = 5;
/// Maximum number of attempts in a day; a right code resets the count. A person who knows the password can request new codes all day, and
/// four digits withstand only this many guesses.
const MAX_ATTEMPTS_PER_DAY: i32 = 30;
const RESEND_AFTER: Duration = Duration::seconds(30);

/// Mails a code for a waiting session, at most twenty an hour for one diner, so codes cannot be guessed by repeated sign-ins.
pub async fn issue_challenge(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
) -> Result<(), AccountError> {
    limits::hit(conn, &format!("two_factor:{user}"), 20, Duration::hours(1), now).await?;
    let account = queries::find(conn, user).await?.ok_or(AccountError::BadCredentials)?;
    let uid = rng.uid();
    queries::put_challenge(conn, &session.0, &uid, now + CODE_LIFETIME, now).await?;
    let context = json!({ "challenge_uid": uid });
    let mail = NewMail::to_user(mails::TWO_FACTOR_CODE, account.profile.locale, user, &account.email, context);
    queue(conn, rng, now, mail).await?;
    Ok(())
}

/// Mails a new code, which replaces the previous one. The count of attempts stays. Rejected within 30 seconds of the previous code.
pub async fn resend_challenge(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
) -> Result<(), AccountError> {
    let sent_at = queries::challenge_sent_at(conn, &session.0).await?.ok_or(AccountError::NoValidCode)?;
    let wait = (sent_at + RESEND_AFTER - now).num_seconds();
    if wait > 0 {
        return Err(TooMany { retry_after_seconds: wait }.into());
    }
    issue_challenge(conn, rng, now, session, user).await
}

/// Returns the bucket of a diner's attempts at all codes.
pub(super) fn attempts_bucket(user: UserId) -> String {
    format!("two_factor_tries:{user}")
}

/// Counts an attempt and verifies the code. After success the caller replaces the waiting session by a full one, which also deletes the
/// challenge. **The caller commits after every result**: a wrong attempt counts.
pub async fn verify_challenge(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
    code: &str,
) -> Result<(), AccountError> {
    check_code(conn, signer, now, session, user, code).await?;
    Ok(limits::clear(conn, &attempts_bucket(user)).await?)
}

/// Mails a code to a signed-in diner, as recent authentication. It allows five attempts separately from the codes of a sign-in, where
/// the password is required again. The limits of twenty codes an hour and thirty attempts a day still apply.
pub async fn issue_proof_code(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
) -> Result<(), AccountError> {
    queries::delete_challenge(conn, &session.0).await?;
    issue_challenge(conn, rng, now, session, user).await
}

/// Counts an attempt of a signed-in diner and verifies the code. A right code is accepted once, also for two concurrent requests. **The
/// caller commits after every result, or calls it outside a transaction**: a wrong attempt counts.
///
/// # Errors
/// `WrongCode`; `NoValidCode` without a code, and for a code that has expired, was used, or was attempted five times; `TooMany`.
pub async fn consume_proof_code(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
    code: &str,
) -> Result<(), AccountError> {
    let uid = check_code(conn, signer, now, session, user, code).await?;
    if !queries::take_challenge(conn, &session.0, &uid).await? {
        return Err(AccountError::NoValidCode);
    }
    Ok(limits::clear(conn, &attempts_bucket(user)).await?)
}

/// Counts an attempt at the code of a session. Returns the uid of the code if it is right.
async fn check_code(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    session: &TokenHash,
    user: UserId,
    code: &str,
) -> Result<String, AccountError> {
    limits::hit(conn, &attempts_bucket(user), MAX_ATTEMPTS_PER_DAY, Duration::days(1), now).await?;
    let uid = queries::count_challenge_attempt(conn, &session.0, MAX_ATTEMPTS, now)
        .await?
        .ok_or(AccountError::NoValidCode)?;
    if !signer.is_digits(TWO_FACTOR_CODE, &uid, &digits(code)) {
        audit_trail::record_rejection(conn, now, Side::Diner, Some(user.0), audit_trail::CODE_REJECTED).await?;
        return Err(AccountError::WrongCode);
    }
    Ok(uid)
}
