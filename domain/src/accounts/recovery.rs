//! The mailed links for a new password and for the confirmation of an address (G036, G037). A link carries the token's uid and a secret
//! that the server's key derives from it. The stored rows alone do not allow access.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::alert_kind::Alert;
use super::audit_trail;
use super::authenticators;
use super::device;
use super::error::AccountError;
use super::links::{EMAIL_CHANGE, EMAIL_CONFIRMATION, PASSWORD_RESET, uid_of};
use super::mails;
use super::queries::{self, MailToken};
use super::reset_mail::{RESET_LINK_LIFETIME, delete_dropped_mails};
use super::security_alerts::{Browser, alert_diner};
use super::sign_up::FieldErrors;
use super::two_factor::attempts_bucket;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::limits::{self, LimitError};
use crate::names;
use crate::outbox::mails::{NewMail, queue};
use crate::rng::Rng;
use crate::sessions::{self, AccountId, Side};
use crate::signing::Signer;

async fn find_link(
    conn: &mut PgConnection,
    signer: &Signer,
    purpose: &str,
    given: &str,
) -> Result<MailToken, AccountError> {
    let uid = uid_of(signer, purpose, given).ok_or(AccountError::LinkInvalid)?;
    queries::find_mail_token(conn, purpose, uid).await?.ok_or(AccountError::LinkInvalid)
}

/// Requests a link for a new password, at most three in ten minutes; further requests have no effect. The response and its work are the
/// same for known and unknown addresses: the worker finds the account later, in `reset_mail`, and mails the link to the account's stored
/// address.
///
/// # Errors
/// `Invalid` if the text is not an email address.
pub async fn request_password_reset(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    locale: Locale,
    side: Side,
    typed: &str,
) -> Result<(), AccountError> {
    let email = &names::email(typed).map_err(|code| FieldErrors::one("email", code))?;
    let bucket = limits::personal_bucket(&format!("{side}_password_reset"), &names::email_key(email));
    match limits::hit(conn, &bucket, 3, Duration::minutes(10), now).await {
        Ok(()) => {}
        Err(LimitError::TooMany(_)) => return Ok(()),
        Err(LimitError::Database(error)) => return Err(error.into()),
    }
    let expires_at = (now + RESET_LINK_LIFETIME).timestamp();
    let context = json!({ "side": side, "token_uid": rng.uid(), "expires_at": expires_at });
    Ok(queue(conn, rng, now, NewMail::to_staff(mails::PASSWORD_RESET, locale, email, context)).await?)
}

/// Reports whether the page of a link should show its form.
pub async fn is_reset_token_valid(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    given: &str,
) -> Result<bool, AccountError> {
    match find_link(conn, signer, PASSWORD_RESET, given).await {
        Ok(token) => Ok(token.used_at.is_none() && now < token.expires_at),
        Err(AccountError::LinkInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Sets a new password and revokes all the diner's sessions. The link also confirms the address, because its holder can read the
/// mailbox. A confirmed account keeps its second factor; an unconfirmed one loses what was added to it before.
pub async fn reset_password(
    conn: &mut PgConnection,
    signer: &Signer,
    rng: &Rng,
    now: DateTime<Utc>,
    given: &str,
    password_hash: &str,
    device: Browser<'_>,
) -> Result<UserId, AccountError> {
    let token = find_link(conn, signer, PASSWORD_RESET, given).await?;
    if !queries::use_mail_token(conn, &token.uid, now).await? {
        return Err(AccountError::LinkInvalid);
    }
    let id = token.user_id;
    queries::set_password(conn, id, password_hash).await?;
    // A diner who is notified of an unknown change of address sets a new password, which must stop that change.
    queries::end_mail_tokens(conn, EMAIL_CHANGE, id, now).await?;
    claim_account(conn, id, &token.email, now).await?;
    // An attacker who knew the old password may have used up the attempts at the mailed codes.
    limits::clear(conn, &attempts_bucket(id)).await?;
    sessions::revoke_all_but(conn, now, AccountId::Diner(id), None).await?;
    alert_diner(conn, rng, now, id, Alert::PasswordChanged, device).await?;
    Ok(id)
}

/// Confirms an unconfirmed address, and removes the ways to sign in that the account had before: a stranger may have signed up with the
/// address. These are the app with its recovery codes, the passkeys, the known browsers and the sign-in with another provider. Does nothing
/// if the address is confirmed.
async fn claim_account(conn: &mut PgConnection, id: UserId, email: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    if !queries::claim_email(conn, id, email, now).await? {
        return Ok(());
    }
    let who = AccountId::Diner(id);
    authenticators::remove(conn, who).await?;
    authenticators::reset_attempts(conn, who).await?;
    device::forget_browsers(conn, who).await?;
    audit_trail::record_own_action(conn, now, who, audit_trail::CLAIMED).await
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    Now,
    /// The link was already used.
    Before,
}

/// Confirms the address that a link was sent to.
pub async fn confirm_email(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    given: &str,
) -> Result<Confirmed, AccountError> {
    let token = find_link(conn, signer, EMAIL_CONFIRMATION, given).await?;
    if token.used_at.is_some() {
        let confirmed = queries::is_email_confirmed(conn, token.user_id, &token.email).await?;
        return if confirmed { Ok(Confirmed::Before) } else { Err(AccountError::LinkInvalid) };
    }
    let used = queries::use_mail_token(conn, &token.uid, now).await?;
    if used && queries::confirm_email(conn, token.user_id, &token.email, now).await? {
        Ok(Confirmed::Now)
    } else {
        Err(AccountError::LinkInvalid)
    }
}

/// Deletes links that expired more than 30 days ago, and requests of that age for unknown addresses.
pub async fn prune_links(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let before = now - Duration::days(30);
    let requests = delete_dropped_mails(conn, mails::PASSWORD_RESET.name, before).await?;
    Ok(requests + queries::delete_mail_tokens(conn, before).await?)
}
