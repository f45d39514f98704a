//! Changes a diner's email address (diner §2). The new address takes effect after its mailbox has confirmed it. The previous address is
//! notified of the request and of the change.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::alert_kind::Alert;
use super::error::AccountError;
use super::links::{EMAIL_CHANGE, uid_of};
use super::mails;
use super::person;
use super::queries::{self, MailToken};
use super::security_alerts::{Browser, alert};
use super::sign_up::FieldErrors;
use crate::db;
use crate::ids::UserId;
use crate::limits;
use crate::names;
use crate::outbox::mails::{NewMail, queue};
use crate::rng::Rng;
use crate::sessions::{self, AccountId, TokenHash};
use crate::signing::Signer;

const LINK_LIFETIME: Duration = Duration::days(1);

/// Counts a request for another address, at most five an hour, because the response reveals whether an address has an account. Counted
/// outside the transaction of the change, which a rejection rolls back.
///
/// # Errors
/// `Invalid` for a malformed address; `TooMany`.
pub async fn count_email_change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    id: UserId,
    typed: &str,
) -> Result<(), AccountError> {
    names::email(typed).map_err(|code| FieldErrors::one("email", code))?;
    Ok(limits::hit(conn, &format!("email_change:{id}"), 5, Duration::hours(1), now).await?)
}

/// Sends a link to the new address and a notice to the current one. Invalidates the previous link.
///
/// # Errors
/// `Invalid` if the address is malformed, the current one, or another account's.
pub async fn request_email_change(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    typed: &str,
) -> Result<(), AccountError> {
    let email = names::email(typed).map_err(|code| FieldErrors::one("email", code))?;
    let account = queries::find(conn, id).await?.ok_or(AccountError::BadCredentials)?;
    if account.email.eq_ignore_ascii_case(&email) {
        return Err(FieldErrors::one("email", "email_same").into());
    }
    if queries::addressee_by_email(conn, &email).await?.is_some() {
        return Err(FieldErrors::one("email", "email_taken").into());
    }
    queries::end_mail_tokens(conn, EMAIL_CHANGE, id, now).await?;
    let token = MailToken {
        uid: rng.uid(),
        purpose: EMAIL_CHANGE.to_owned(),
        user_id: id,
        email: email.clone(),
        expires_at: now + LINK_LIFETIME,
        used_at: None,
    };
    queries::insert_mail_token(conn, &token, now).await?;
    let locale = account.profile.locale;
    let context = json!({ "token_uid": token.uid });
    queue(conn, rng, now, NewMail::to_user(mails::EMAIL_CHANGE, locale, id, &email, context.clone())).await?;
    Ok(queue(conn, rng, now, NewMail::to_user(mails::EMAIL_CHANGE_NOTICE, locale, id, &account.email, context)).await?)
}

/// Returns the address that is not confirmed yet.
pub async fn find_pending_email(
    conn: &mut PgConnection,
    id: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"SELECT email::text AS "email!" FROM mail_tokens
           WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 ORDER BY created_at DESC LIMIT 1"#,
        id.0,
        EMAIL_CHANGE,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Reports whether a token is a valid link to a new address.
pub fn is_email_change(signer: &Signer, given: &str) -> bool {
    uid_of(signer, EMAIL_CHANGE, given).is_some()
}

/// Sets the address of a link as the account's confirmed address. Invalidates links to the previous address, and revokes all sessions
/// except `kept`, the session of the browser that opened the link.
///
/// # Errors
/// `LinkInvalid`; `Invalid` if another account has taken the address meanwhile.
pub async fn confirm_email_change(
    conn: &mut PgConnection,
    signer: &Signer,
    rng: &Rng,
    now: DateTime<Utc>,
    given: &str,
    kept: Option<&TokenHash>,
    device: Browser<'_>,
) -> Result<UserId, AccountError> {
    let uid = uid_of(signer, EMAIL_CHANGE, given).ok_or(AccountError::LinkInvalid)?;
    let token = queries::find_mail_token(conn, EMAIL_CHANGE, uid).await?.ok_or(AccountError::LinkInvalid)?;
    if !queries::use_mail_token(conn, uid, now).await? {
        return Err(AccountError::LinkInvalid);
    }
    let who = AccountId::Diner(token.user_id);
    // Read before the address changes, because the notice goes to the previous address.
    let previous = person::get(conn, who).await?;
    queries::set_email(conn, token.user_id, &token.email, now).await.map_err(|error| match db::violated_constraint(
        &error,
    ) {
        Some("users_email_key") => AccountError::from(FieldErrors::one("email", "email_taken")),
        _ => error.into(),
    })?;
    for purpose in [super::links::PASSWORD_RESET, super::links::EMAIL_CONFIRMATION] {
        queries::end_mail_tokens(conn, purpose, token.user_id, now).await?;
    }
    sessions::revoke_all_but(conn, now, who, kept).await?;
    alert(conn, rng, now, &previous, Alert::EmailChanged, device).await?;
    Ok(token.user_id)
}
