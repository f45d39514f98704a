//! Ceilings of text messages: codes for diners and invitations of restaurants count together (G032). A person who sends messages to premium
//! numbers that pay them is stopped by number, block, country and the total, however many browsers they use.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::PhoneError;
use super::number::PhoneNumber;
use crate::config::SmsConfig;
use crate::ids::{RestaurantId, UserId};
use crate::limits::{hit_ceilings, personal_bucket};

/// Sender of a message.
#[derive(Clone, Copy, Debug)]
pub enum SmsSender<'a> {
    /// A browser, by its address.
    Address(&'a str),
    Restaurant(RestaurantId),
}

/// The phone number of a message, and the signed-in diner who requested it, if it is their own number.
#[derive(Clone, Copy, Debug)]
pub struct SmsRecipient<'a> {
    pub number: &'a PhoneNumber,
    pub holder: Option<UserId>,
}

impl SmsRecipient<'_> {
    /// Returns the counter of `name` for this number. Requests of the holder have their own one, because strangers who know a number could
    /// use up a shared one (G289).
    pub(super) fn number_bucket(&self, name: &str) -> String {
        match self.holder {
            Some(holder) => personal_bucket(&format!("{name}_holder"), &format!("{holder} {}", self.number.e164)),
            None => personal_bucket(name, &self.number.e164),
        }
    }

    /// Returns the counter for the block of numbers. Holders share one per block, so accounts with numbers of one block do not raise it.
    fn prefix_bucket(&self) -> String {
        let name = if self.holder.is_some() { "sms_prefix_holder" } else { "sms_prefix" };
        personal_bucket(name, self.number.prefix())
    }
}

/// Counts a message to a number, in the transaction that enqueues it.
///
/// # Errors
/// `CountryNotServed`, `NoTexts`, or `TooMany` with the longest wait of the ceilings that are reached.
pub async fn count(
    conn: &mut PgConnection,
    sms: &SmsConfig,
    sender: SmsSender<'_>,
    recipient: SmsRecipient<'_>,
    now: DateTime<Utc>,
) -> Result<(), PhoneError> {
    let number = recipient.number;
    if !sms.reaches(&number.country) {
        return Err(PhoneError::CountryNotServed);
    }
    if !number.can_receive_texts() {
        return Err(PhoneError::NoTexts);
    }
    let sender = match sender {
        SmsSender::Address(address) => (personal_bucket("sms_address", address), sms.per_address),
        SmsSender::Restaurant(id) => (format!("sms_restaurant:{id}"), sms.per_restaurant),
    };
    // A fixed lock order prevents deadlocks. The ceilings that most requests share come last.
    let mut ceilings = vec![
        sender,
        (recipient.number_bucket("sms_number"), sms.per_number),
        (recipient.prefix_bucket(), sms.per_prefix),
    ];
    if !number.is_jp() {
        ceilings.push((format!("sms_country:{}", number.country), sms.per_country));
    }
    ceilings.push(("sms_in_all".to_owned(), sms.in_all));
    Ok(hit_ceilings(conn, &ceilings, now).await?)
}

/// Counts an entered code. A code has only four digits, so an address must not try them all.
pub async fn count_attempt(
    conn: &mut PgConnection,
    sms: &SmsConfig,
    address: &str,
    now: DateTime<Utc>,
) -> Result<(), PhoneError> {
    let bucket = personal_bucket("sms_try", address);
    Ok(hit_ceilings(conn, &[(bucket, sms.attempts_per_address)], now).await?)
}
