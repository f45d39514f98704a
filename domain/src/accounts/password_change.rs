//! A new password by somebody signed in, and by the link that an owner or admin asks for (G037).

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::authenticators;
use super::error::AccountError;
use super::links::EMAIL_CHANGE;
use super::mails;
use super::person::{self, Person};
use super::queries;
use super::security_alerts::{Alert, Browser, alert, mail};
use super::trail;
use crate::audit::Actor;
use crate::i18n::Locale;
use crate::limits::{self, LimitError};
use crate::outbox::mails::{NewMail, queue};
use crate::rng::Rng;
use crate::sessions::{self, Side, TokenHash, Who};

const LINK_LIFETIME: Duration = Duration::hours(2);

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
    if let Who::Diner(id) = person.who {
        // Whoever hears of a change of address that is not theirs sets a new password.
        queries::end_mail_tokens(conn, EMAIL_CHANGE, id.0, now).await?;
    }
    authenticators::forget_tries(conn, person.who).await?;
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
    authenticators::forget_tries(conn, person.who).await?;
    trail::done_to(conn, now, Actor::CommandLine, person.who, trail::PASSWORD_RESET).await?;
    let operator = Browser { user_agent: "", locale: Locale::default() };
    Ok(mail(conn, rng, now, person, Alert::PasswordChanged, operator).await?)
}

/// Mails a link to set a new password, at most three in ten minutes. The answer is the same whether or not the address has
/// an account.
pub async fn request_staff_password_reset(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    locale: Locale,
    side: Side,
    email: &str,
) -> Result<(), AccountError> {
    let email = email.trim();
    let bucket = limits::personal_bucket(&format!("{side}_password_reset"), &email.to_lowercase());
    match limits::hit(conn, &bucket, 3, Duration::minutes(10), now).await {
        Ok(()) => {}
        Err(LimitError::TooMany(_)) => return Ok(()),
        Err(LimitError::Database(error)) => return Err(error.into()),
    }
    let Some(id) = person::find_staff_by_email(conn, side, email).await? else { return Ok(()) };
    let context = json!({ "side": side, "id": id, "expires_at": (now + LINK_LIFETIME).timestamp() });
    let link = NewMail::to_staff(mails::PASSWORD_RESET, locale, email, context);
    Ok(queue(conn, rng, now, link).await?)
}
