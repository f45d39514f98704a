//! Verifies a number by the four digits that were sent to it (G032).

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use super::ceilings::{self, SmsRecipient, SmsSender};
use super::model::{MAX_SMS_ATTEMPTS, SMS_LIFETIME, SmsConfirmation, VisitorKey};
use super::number::{PhoneNumber, digits};
use super::{PhoneError, queries};
use crate::clients::twilio::{Twilio, TwilioError};
use crate::config::SmsConfig;
use crate::i18n::{Locale, t};
use crate::ids::UserId;
use crate::jobs::{self, SmsJob};
use crate::limits;
use crate::rng::Rng;
use crate::signing::Signer;

const PURPOSE: &str = "sms";

pub struct SmsRequest<'a> {
    pub visitor: &'a VisitorKey,
    /// Address of the browser, for rate limits.
    pub address: &'a str,
    pub number: PhoneNumber,
    /// The signed-in diner, if it is their own number.
    pub holder: Option<UserId>,
    pub locale: Locale,
    pub config: &'a SmsConfig,
}

/// Enqueues a message with a code. The captcha was verified before. Rejected within the resend window, beyond the ceilings, and for
/// countries without service.
pub async fn request(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: SmsRequest<'_>,
) -> Result<SmsConfirmation, PhoneError> {
    let resend_after = Duration::seconds(request.config.resend_after_seconds);
    let recipient = SmsRecipient { number: &request.number, holder: request.holder };
    limits::hit(conn, &recipient.number_bucket("sms_resend"), 1, resend_after, now).await?;
    ceilings::count(conn, request.config, SmsSender::Address(request.address), recipient, now).await?;
    let confirmation = SmsConfirmation {
        uuid: rng.uid(),
        number: request.number,
        locale: request.locale.as_str().to_owned(),
        expires_at: now + SMS_LIFETIME,
        sent_at: None,
    };
    queries::insert_sms(conn, request.visitor, &confirmation, now).await?;
    let job = SmsJob::Code { confirmation_uuid: confirmation.uuid.clone() };
    jobs::push(conn, rng, &job, Some(&format!("sms:{}", confirmation.uuid))).await?;
    Ok(confirmation)
}

/// The diner's input.
pub struct EnteredCode<'a> {
    pub visitor: &'a VisitorKey,
    pub uuid: &'a str,
    pub number: &'a PhoneNumber,
    pub code: &'a str,
}

/// Checks one attempt at a code. Full-width digits are accepted. **The caller must commit in any case**: a wrong attempt counts.
pub async fn confirm(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    answer: EnteredCode<'_>,
) -> Result<(), PhoneError> {
    let tried = queries::count_sms_attempt(conn, answer.visitor, answer.uuid).await?.ok_or(PhoneError::NotFound)?;
    if tried.e164 != answer.number.e164 {
        return Err(PhoneError::OtherNumber);
    }
    if tried.attempts > MAX_SMS_ATTEMPTS {
        return Err(PhoneError::TooManyAttempts);
    }
    if now >= tried.expires_at {
        return Err(PhoneError::Expired);
    }
    if !signer.is_digits(PURPOSE, answer.uuid, &digits(answer.code)) {
        return Err(PhoneError::WrongCode);
    }
    if tried.confirmed_at.is_none() {
        queries::mark_sms_confirmed(conn, answer.uuid, now).await?;
    }
    Ok(())
}

/// Runs the job: sends the code once. Does nothing if it was sent or has expired.
pub async fn send(
    pool: &PgPool,
    twilio: &Twilio,
    signer: &Signer,
    now: DateTime<Utc>,
    uuid: &str,
) -> anyhow::Result<()> {
    let found = queries::find_sms(&mut *pool.acquire().await?, uuid).await?;
    let Some(confirmation) = found.filter(|c| c.sent_at.is_none() && now < c.expires_at) else { return Ok(()) };
    let locale = Locale::parse(&confirmation.locale).unwrap_or_default();
    let code = signer.digits(PURPOSE, &confirmation.uuid);
    let text = t(locale, "sms.code", &[("code", &code), ("minutes", &SMS_LIFETIME.num_minutes())]);
    twilio.send_sms(&confirmation.number.e164, &text).await?;
    queries::mark_sms_sent(&mut *pool.acquire().await?, uuid, now).await?;
    Ok(())
}

/// Whether a failed job of the phone provider is worth a retry.
pub fn is_retryable(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_none_or(TwilioError::is_retryable)
}
