//! Password changes of signed-in people, and of owners and admins through a mailed link (G037).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::alert_kind::Alert;
use super::audit_trail;
use super::authenticators;
use super::error::AccountError;
use super::links::EMAIL_CHANGE;
use super::person::Person;
use super::queries;
use super::security_alerts::{Browser, alert, mail};
use crate::audit::Actor;
use crate::i18n::Locale;
use crate::rng::Rng;
use crate::sessions::{self, AccountId, TokenHash};

/// Replaces the password that `person` was loaded with, and revokes all sessions except `kept`.
///
/// # Errors
/// `LinkInvalid` if the password was changed meanwhile.
pub async fn change_password(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    password_hash: &str,
    kept: Option<&TokenHash>,
    device: Browser<'_>,
) -> Result<(), AccountError> {
    if !person.replace_password(conn, password_hash).await? {
        return Err(AccountError::LinkInvalid);
    }
    sessions::revoke_all_but(conn, now, person.who, kept).await?;
    if let AccountId::Diner(id) = person.who {
        // A diner who is notified of an unknown change of address sets a new password, which must stop that change.
        queries::end_mail_tokens(conn, EMAIL_CHANGE, id, now).await?;
    }
    Ok(alert(conn, rng, now, person, Alert::PasswordChanged, device).await?)
}

/// Sets the password of an owner or admin from the command line. Revokes all their sessions, notifies them by mail, and records it in
/// the audit log.
///
/// # Errors
/// `LinkInvalid` if the password was changed meanwhile.
pub async fn reset_staff_password(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
    password_hash: &str,
) -> Result<(), AccountError> {
    if !person.replace_password(conn, password_hash).await? {
        return Err(AccountError::LinkInvalid);
    }
    sessions::revoke_all_but(conn, now, person.who, None).await?;
    authenticators::reset_attempts(conn, person.who).await?;
    audit_trail::record_action_on(conn, now, Actor::CommandLine, person.who, audit_trail::PASSWORD_RESET).await?;
    let operator = Browser { user_agent: "", locale: Locale::default() };
    Ok(mail(conn, rng, now, person, Alert::PasswordChanged, operator).await?)
}
