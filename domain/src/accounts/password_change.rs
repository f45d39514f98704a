//! A new password by somebody signed in, and by the link that an owner or admin asked for (G037).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::audit_trail;
use super::authenticators;
use super::error::AccountError;
use super::links::EMAIL_CHANGE;
use super::person::Person;
use super::queries;
use super::security_alerts::{Alert, Browser, alert, mail};
use crate::audit::Actor;
use crate::i18n::Locale;
use crate::rng::Rng;
use crate::sessions::{self, AccountId, TokenHash};

/// Sets a new password in the place of the one that `person` was read with, and signs them out everywhere else.
///
/// # Errors
/// `LinkInvalid` when the password was changed meanwhile.
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
        // Whoever hears of a change of address that is not theirs sets a new password.
        queries::end_mail_tokens(conn, EMAIL_CHANGE, id.0, now).await?;
    }
    Ok(alert(conn, rng, now, person, Alert::PasswordChanged, device).await?)
}

/// Sets a password in the place of an owner or admin who cannot, by the command line: they are signed out everywhere and told by
/// mail, and the audit keeps it.
///
/// # Errors
/// `LinkInvalid` when the password was changed meanwhile.
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
