//! A confirmed phone number belongs to one account. A diner who verifies the number of another account can move it to theirs, if they
//! agree.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::AccountError;
use super::security_alerts::{Browser, alert_phone_changed};
use super::sign_up::FieldErrors;
use super::{mails, queries};
use crate::db;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::outbox::mails::{NewMail, queue};
use crate::phone::{self, PhoneNumber, VisitorKey};
use crate::rng::Rng;

/// Consumes a verification of this browser, and returns its number.
///
/// # Errors
/// `Invalid` without a verification, or if it has expired.
pub(super) async fn consume_verified_number(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    now: DateTime<Utc>,
) -> Result<PhoneNumber, AccountError> {
    match phone::actions::consume(conn, visitor, uuid, now).await? {
        Some(number) => Ok(number),
        None => Err(unusable_verification(conn, visitor, uuid).await?.into()),
    }
}

/// Returns the error about a verification that confirms no number: it has expired, or this browser has none.
pub(super) async fn unusable_verification(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
) -> sqlx::Result<FieldErrors> {
    let has_expired = phone::actions::was_verified(conn, visitor, uuid).await?;
    let code = if has_expired { "phone_proof_expired" } else { "phone_not_confirmed" };
    Ok(FieldErrors::one("phone_verification_uuid", code))
}

/// Reports whether a number is a diner's own: it is in their profile, and no other account has confirmed it.
pub async fn is_own_number(conn: &mut PgConnection, id: UserId, number: &PhoneNumber) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM profiles WHERE user_id = $1 AND phone_e164 = $2)
              AND NOT EXISTS (SELECT 1 FROM profiles
                              WHERE phone_e164 = $2 AND phone_confirmed_at IS NOT NULL AND user_id <> $1) AS "is_own!""#,
        id.0,
        number.e164,
    )
    .fetch_one(conn)
    .await
}

/// Marks a number as unconfirmed in the account that has confirmed it, unless that is `to`, and notifies its diner by mail.
///
/// # Errors
/// `PhoneTaken` if the diner did not agree to move the number. The caller rolls back, so the verification is not consumed.
pub(super) async fn release(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    number: &PhoneNumber,
    to: Option<UserId>,
    moves: bool,
) -> Result<(), AccountError> {
    let Some(holder) = queries::lock_phone_holder(conn, &number.e164, to).await? else { return Ok(()) };
    if !moves {
        return Err(AccountError::PhoneTaken);
    }
    queries::unconfirm_phone(conn, holder.id).await?;
    let locale = Locale::parse(&holder.locale).unwrap_or_default();
    let mail = NewMail::to_user(mails::PHONE_MOVED, locale, holder.id, &holder.email, json!({}));
    Ok(queue(conn, rng, now, mail).await?)
}

/// Maps the error of two accounts that confirm a number concurrently: only one succeeds.
pub(super) fn is_taken(error: sqlx::Error) -> AccountError {
    match db::violated_constraint(&error) {
        Some("profiles_confirmed_phone_key") => AccountError::PhoneTaken,
        _ => error.into(),
    }
}

/// A change of a diner's number.
#[derive(Clone, Copy)]
pub struct PhoneChange<'a> {
    pub visitor: &'a VisitorKey,
    /// A call or SMS that this browser has confirmed. Its number is the new one.
    pub phone_verification_uuid: &'a str,
    /// Whether the number may be moved from another account.
    pub move_phone: bool,
}

/// Sets the number that the diner's browser has verified (F023). A changed number is reported by mail. A number of another country
/// changes the prefecture (R-015).
///
/// # Errors
/// `Invalid` without a verification; `PhoneTaken` if another account has the number and `move_phone` is false, or confirms it
/// concurrently.
pub async fn change_phone(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    change: PhoneChange<'_>,
    device: Browser<'_>,
) -> Result<(), AccountError> {
    let number = consume_verified_number(conn, change.visitor, change.phone_verification_uuid.trim(), now).await?;
    release(conn, rng, now, &number, Some(id), change.move_phone).await?;
    let before = queries::find(conn, id).await?.ok_or(AccountError::BadCredentials)?.profile;
    queries::set_phone(conn, id, &number, now).await.map_err(is_taken)?;
    // The number may be the same: the diner confirms it again after another account has taken it.
    if before.phone_country == number.country && before.phone_local_number == number.local {
        return Ok(());
    }
    let numbers = [before.phone_local_number.as_str(), number.local.as_str()];
    Ok(alert_phone_changed(conn, rng, now, id, numbers, device).await?)
}
