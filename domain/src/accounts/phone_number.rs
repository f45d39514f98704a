//! A confirmed number belongs to one account: whoever proves it again takes it along, when they say so.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::AccountError;
use super::security_alerts::{Alert, Browser, alert_diner};
use super::sign_up::FieldErrors;
use super::{mails, queries};
use crate::db;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::outbox::mails::{NewMail, queue};
use crate::phone::{self, PhoneNumber, VisitorKey};
use crate::rng::Rng;

/// The number of the proof that is used up, which this browser holds.
pub(super) async fn consume_verified_number(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    now: DateTime<Utc>,
) -> Result<PhoneNumber, AccountError> {
    let number = phone::actions::consume(conn, visitor, uuid, now).await?;
    Ok(number.ok_or_else(|| FieldErrors::one("phone_verification_uuid", "phone_not_confirmed"))?)
}

/// Takes a proven number away from the account that has it, if another does, and tells its diner by mail.
///
/// # Errors
/// `PhoneTaken` while it is not said that the number moves. The caller rolls back, so the proof is not used up.
pub(super) async fn release(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    number: &PhoneNumber,
    (to, moves): (Option<UserId>, bool),
) -> Result<(), AccountError> {
    let Some(holder) = queries::lock_phone_holder(conn, &number.e164, to).await? else { return Ok(()) };
    if !moves {
        return Err(AccountError::PhoneTaken);
    }
    queries::unconfirm_phone(conn, holder.id).await?;
    let locale = Locale::parse(&holder.locale).unwrap_or_default();
    let mail = NewMail::to_user(mails::PHONE_MOVED, locale, UserId(holder.id), &holder.email, json!({}));
    Ok(queue(conn, rng, now, mail).await?)
}

/// Of two accounts that confirm a number at the same moment, one does.
pub(super) fn is_taken(error: sqlx::Error) -> AccountError {
    match db::violated(&error) {
        Some("profiles_confirmed_phone_key") => AccountError::PhoneTaken,
        _ => error.into(),
    }
}

/// What a diner's number becomes.
#[derive(Clone, Copy)]
pub struct PhoneChange<'a> {
    pub visitor: &'a VisitorKey,
    /// Of a call or an SMS that this browser has confirmed; its number is the new one.
    pub phone_verification_uuid: &'a str,
    /// Whether the number may be taken away from another account.
    pub move_phone: bool,
}

/// Gives a diner the number that their browser has proven (F023), and reports it to the address of the account where it is another one than
/// before. With a number of another country the prefecture follows.
///
/// # Errors
/// `Invalid` without a proof; `PhoneTaken` when another account has the number.
pub async fn change_phone(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    change: PhoneChange<'_>,
    device: Browser<'_>,
) -> Result<(), AccountError> {
    let number = consume_verified_number(conn, change.visitor, change.phone_verification_uuid.trim(), now).await?;
    release(conn, rng, now, &number, (Some(id), change.move_phone)).await?;
    let before = queries::find(conn, id).await?.ok_or(AccountError::BadCredentials)?.profile;
    queries::set_phone(conn, id, &number, now).await.map_err(is_taken)?;
    // The same number is confirmed again after another account has taken it.
    if before.phone_country == number.country && before.phone_local_number == number.local {
        return Ok(());
    }
    Ok(alert_diner(conn, rng, now, id, Alert::PhoneChanged, device).await?)
}
