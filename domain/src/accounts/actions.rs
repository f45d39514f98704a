use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::alert_kind::Alert;
use super::audit_trail;
use super::device::{Device, Origin};
use super::error::AccountError;
use super::links::EMAIL_CONFIRMATION;
use super::mails;
use super::password;
use super::person;
use super::phone_number;
use super::queries::{self, MailToken};
use super::security_alerts::{Browser, alert_diner};
use super::sign_up::{FieldErrors, SignUp};
use crate::db;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::limits::{self, LimitError};
use crate::names;
use crate::outbox::mails::{NewMail, queue};
use crate::phone::{self, VisitorKey};
use crate::rng::Rng;
use crate::sessions::{AccountId, Side};

/// Number of consecutive failures after which an account is locked (G037).
pub(super) const LOCK_AFTER_FAILURES: i32 = 10;
pub(super) const LOCK_DURATION: Duration = Duration::minutes(15);
/// Maximum number of failures of one network address for all accounts: enough for people who share an address, too few for a list of
/// passwords.
const FAILURES_OF_AN_ADDRESS: i32 = 200;
const FAILURES_WINDOW: Duration = Duration::hours(1);
const CONFIRMATION_LINK_LIFETIME: Duration = Duration::days(3);

/// Creates an account: consumes the verification of the phone number, inserts user and profile, and queues the mail that confirms the
/// email address. `password_hash` is the hash of the form's password, computed before the transaction.
///
/// # Errors
/// `Invalid` if this browser has not verified the number, or the email address has an account; `PhoneTaken` if the number belongs to
/// another account and the form does not agree to move it.
pub async fn sign_up(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    visitor: &VisitorKey,
    form: &SignUp,
    password_hash: Option<&str>,
) -> Result<UserId, AccountError> {
    if phone_number::consume_verified_number(conn, visitor, &form.phone_verification_uuid, now).await?.e164
        != form.phone.e164
    {
        return Err(FieldErrors::one("phone_verification_uuid", "phone_not_confirmed").into());
    }
    let id = open(conn, rng, now, form, password_hash).await?;
    send_confirmation_link(conn, rng, now, id, &form.email, form.locale).await?;
    Ok(id)
}

/// Rejects a form without a verification of its number by this browser, which is not consumed yet.
///
/// # Errors
/// `Invalid`, about the verification.
pub async fn require_verified_number(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    visitor: &VisitorKey,
    form: &SignUp,
) -> Result<(), AccountError> {
    let uuid = &form.phone_verification_uuid;
    match phone::actions::verified_number(conn, visitor, uuid, now).await? {
        Some(number) if number == form.phone.e164 => Ok(()),
        Some(_) => Err(FieldErrors::one("phone_verification_uuid", "phone_not_confirmed").into()),
        None => Err(phone_number::unusable_verification(conn, visitor, uuid).await?.into()),
    }
}

/// Inserts user and profile, with a confirmed number. The caller has checked the verification, or is the playground, which requires
/// none.
///
/// # Errors
/// As [`sign_up`], except for the verification.
pub async fn open(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    form: &SignUp,
    password_hash: Option<&str>,
) -> Result<UserId, AccountError> {
    phone_number::release(conn, rng, now, &form.phone, None, form.move_phone).await?;
    let inserted = queries::insert_user(conn, &rng.uid(), form, password_hash, now).await;
    let id = inserted.map_err(|error| match db::violated_constraint(&error) {
        Some("users_email_key") => FieldErrors::one("email", "email_taken").into(),
        Some("users_provider_key") => FieldErrors::one("uid", "identity_taken").into(),
        _ => AccountError::Database(error),
    })?;
    queries::insert_profile(conn, id, form, now).await.map_err(phone_number::is_taken)?;
    Ok(id)
}

/// Sends the confirmation link of an email address again, at most five times an hour. Does nothing if the address is confirmed.
pub async fn send_confirmation_mail(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
) -> Result<(), AccountError> {
    let Some(account) = queries::find(conn, id).await?.filter(|account| account.email_confirmed_at.is_none()) else {
        return Ok(());
    };
    limits::hit(conn, &format!("confirmation_mail:{id}"), 5, Duration::hours(1), now).await?;
    send_confirmation_link(conn, rng, now, id, &account.email, account.profile.locale).await?;
    Ok(())
}

async fn send_confirmation_link(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    email: &str,
    locale: Locale,
) -> sqlx::Result<()> {
    let token = MailToken {
        uid: rng.uid(),
        purpose: EMAIL_CONFIRMATION.to_owned(),
        user_id: id,
        email: email.to_owned(),
        expires_at: now + CONFIRMATION_LINK_LIFETIME,
        used_at: None,
    };
    queries::insert_mail_token(conn, &token, now).await?;
    let mail = NewMail::to_user(mails::EMAIL_CONFIRMATION, locale, id, email, json!({ "token_uid": token.uid }));
    queue(conn, rng, now, mail).await
}

/// A diner who gave the right password.
#[derive(Clone, Copy, Debug)]
pub struct SignedIn {
    pub id: UserId,
    /// Whether the session must wait for the mailed code.
    pub needs_second_factor: bool,
}

/// Checks a password. Unknown addresses take the same time and are locked by the same rule: after ten consecutive failures. A known
/// device has its own ten attempts at its account. A text that is not an email address is rejected like an unknown
/// address, without a query. **The caller commits after every result, or calls it outside a transaction**: a failure counts.
pub async fn authenticate(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    origin: Origin<'_>,
    typed: &str,
    given: &str,
) -> Result<SignedIn, AccountError> {
    let Some(address) = names::email_to_look_up(typed) else {
        count_unknown_device(conn, now, Side::Diner, origin.address).await?;
        return Err(reject_unknown(conn, now, Side::Diner, typed, given, None).await?);
    };
    let email = address.as_str();
    if origin.device.is_some()
        && let Some(attempt) = queries::find_attempt(conn, email).await?
        && let Some(device) = origin.device_of(conn, AccountId::Diner(attempt.id)).await?
    {
        let who = AccountId::Diner(attempt.id);
        authenticate_on_device(conn, now, device, who, attempt.password_hash.as_deref(), given).await?;
        return Ok(signed_in(&attempt));
    }
    let counted = count_unknown_device(conn, now, Side::Diner, origin.address).await?;
    let attempt = queries::count_attempt(conn, email, LOCK_AFTER_FAILURES, now + LOCK_DURATION, now).await?;
    let Some(attempt) = attempt else { return Err(reject_without_account(conn, now, email, given).await?) };
    if !password::verify(Side::Diner, attempt.password_hash.as_deref(), given).await? {
        let is_locked = queries::locked_until(conn, email).await?.is_some_and(|until| now < until);
        return Err(reject(conn, now, AccountId::Diner(attempt.id), is_locked).await?);
    }
    limits::refund_hit(conn, &counted).await?;
    person::reset_failed_attempts(conn, AccountId::Diner(attempt.id)).await?;
    Ok(signed_in(&attempt))
}

const fn signed_in(attempt: &queries::SignInAttempt) -> SignedIn {
    SignedIn { id: attempt.id, needs_second_factor: attempt.two_factor_with_email_enabled }
}

/// Counts an attempt of a browser that never signed in as this person, for all accounts. Refunded if the password is right.
pub(super) async fn count_unknown_device(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    side: Side,
    address: &str,
) -> Result<String, AccountError> {
    let bucket = limits::personal_bucket("sign_in_failures", address);
    let counted = limits::hit(conn, &bucket, FAILURES_OF_AN_ADDRESS, FAILURES_WINDOW, now).await;
    if let Err(LimitError::TooMany(wait)) = counted {
        let (action, rest) = (audit_trail::TOO_MANY_ATTEMPTS, Duration::seconds(wait.retry_after_seconds));
        audit_trail::record_first_rejection(conn, now, side, None, action, &bucket, rest).await?;
    }
    counted?;
    Ok(bucket)
}

/// Checks a password on a known device. Its attempts neither trip nor obey the account lock.
pub(super) async fn authenticate_on_device(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    device: &Device,
    who: AccountId,
    stored: Option<&str>,
    given: &str,
) -> Result<(), AccountError> {
    let bucket = device.attempts_bucket(who);
    match limits::hit(conn, &bucket, LOCK_AFTER_FAILURES, LOCK_DURATION, now).await {
        Ok(()) => {}
        Err(LimitError::TooMany(wait)) => {
            let (side, id, action) = (who.side(), Some(who.id()), audit_trail::REFUSED_WHILE_LOCKED);
            let rest = Duration::seconds(wait.retry_after_seconds);
            audit_trail::record_first_rejection(conn, now, side, id, action, &bucket, rest).await?;
            return Err(AccountError::Locked { retry_after_seconds: wait.retry_after_seconds });
        }
        Err(LimitError::Database(error)) => return Err(error.into()),
    }
    if !password::verify(who.side(), stored, given).await? {
        return Err(reject(conn, now, who, false).await?);
    }
    Ok(limits::clear(conn, &bucket).await?)
}

/// Records a wrong password, and the lock if there is one, in the audit log. Returns the error.
pub(super) async fn reject(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    who: AccountId,
    is_locked: bool,
) -> sqlx::Result<AccountError> {
    audit_trail::record_rejection(conn, now, who.side(), Some(who.id()), audit_trail::PASSWORD_REJECTED).await?;
    if is_locked {
        audit_trail::record_rejection(conn, now, who.side(), Some(who.id()), audit_trail::LOCKED).await?;
    }
    Ok(AccountError::BadCredentials)
}

/// Returns the error for an account that is locked or does not exist. The password was not checked.
async fn reject_without_account(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    email: &str,
    given: &str,
) -> Result<AccountError, AccountError> {
    let locked_until = queries::locked_until(conn, email).await?;
    reject_unknown(conn, now, Side::Diner, email, given, locked_until).await
}

/// Returns the error for a locked or unknown address. An unknown address is locked by the same rule and takes the same time, so a
/// client cannot find out which addresses exist.
pub(super) async fn reject_unknown(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    side: Side,
    email: &str,
    given: &str,
    locked_until: Option<DateTime<Utc>>,
) -> Result<AccountError, AccountError> {
    let bucket = limits::personal_bucket(&format!("{side}_sign_in_nobody"), &names::email_key(email));
    let refused = match locked_until {
        Some(until) => {
            AccountError::Locked { retry_after_seconds: ((until - now).num_milliseconds().max(0) + 999) / 1000 }
        }
        None => match limits::hit(conn, &bucket, LOCK_AFTER_FAILURES, LOCK_DURATION, now).await {
            Ok(()) => AccountError::BadCredentials,
            Err(LimitError::TooMany(wait)) => AccountError::Locked { retry_after_seconds: wait.retry_after_seconds },
            Err(LimitError::Database(error)) => return Err(error.into()),
        },
    };
    if let AccountError::Locked { retry_after_seconds } = refused {
        let (action, rest) = (audit_trail::REFUSED_WHILE_LOCKED, Duration::seconds(retry_after_seconds));
        audit_trail::record_first_rejection(conn, now, side, None, action, &bucket, rest).await?;
    } else {
        password::verify(side, None, given).await?;
        audit_trail::record_unknown_address(conn, now, side).await?;
    }
    Ok(refused)
}

/// Enables or disables the mailed code at sign-in (F021), and notifies the diner by mail. The caller has authenticated the diner before
/// disabling it.
///
/// # Errors
/// `EmailNotConfirmed`: a code sent to a mistyped address would lock the diner out.
pub async fn set_two_factor(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: UserId,
    enabled: bool,
    device: Browser<'_>,
) -> Result<(), AccountError> {
    let account = queries::find(conn, id).await?.ok_or(AccountError::BadCredentials)?;
    if enabled && account.email_confirmed_at.is_none() {
        return Err(AccountError::EmailNotConfirmed);
    }
    queries::set_two_factor(conn, id, enabled).await?;
    if account.two_factor_with_email_enabled != enabled {
        let alert = if enabled { Alert::MailedCodeAdded } else { Alert::FactorRemoved };
        alert_diner(conn, rng, now, id, alert, device).await?;
    }
    Ok(())
}
