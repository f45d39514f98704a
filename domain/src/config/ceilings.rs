//! Ceilings of requests that cost money: text messages, and calls of the card provider.

use super::values::Values;

/// Maximum number in an hour and in a day, written as `20/60`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    pub hour: i32,
    pub day: i32,
}

impl Ceiling {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (hour, day) = text.split_once('/')?;
        let ceiling = Self { hour: hour.trim().parse().ok()?, day: day.trim().parse().ok()? };
        (0 <= ceiling.hour && ceiling.hour <= ceiling.day).then_some(ceiling)
    }
}

#[derive(Clone, Debug)]
pub struct SmsConfig {
    /// Seconds before a diner can request another code.
    pub resend_after_seconds: i64,
    /// Countries to whose numbers messages may be sent; empty means every country.
    countries: Vec<String>,
    pub per_address: Ceiling,
    pub per_restaurant: Ceiling,
    pub per_number: Ceiling,
    /// For each block of ten thousand numbers.
    pub per_prefix: Ceiling,
    /// For each country except Japan, to which only the total ceiling applies.
    pub per_country: Ceiling,
    pub in_all: Ceiling,
    /// Entered codes.
    pub attempts_per_address: Ceiling,
}

impl SmsConfig {
    pub fn reaches(&self, country: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|known| known == country)
    }

    pub(super) fn from_values(values: &Values<'_>) -> Self {
        Self {
            resend_after_seconds: values.number("SMS_RESEND_AFTER_SECONDS"),
            countries: countries(values),
            per_address: ceiling(values, "SMS_PER_ADDRESS"),
            per_restaurant: ceiling(values, "SMS_PER_RESTAURANT"),
            per_number: ceiling(values, "SMS_PER_NUMBER"),
            per_prefix: ceiling(values, "SMS_PER_PREFIX"),
            per_country: ceiling(values, "SMS_PER_COUNTRY"),
            in_all: ceiling(values, "SMS_IN_ALL"),
            attempts_per_address: ceiling(values, "SMS_TRIES_PER_ADDRESS"),
        }
    }
}

/// Limits of diners' calls that reach the card provider.
#[derive(Clone, Copy, Debug)]
pub struct CardLimits {
    /// Registrations of a card that a diner begins.
    pub setups_per_diner: Ceiling,
    /// Registrations of a card that begin at one client address.
    pub setups_per_address: Ceiling,
    /// Payments, confirmations and subscriptions of a diner.
    pub calls_per_diner: Ceiling,
}

impl CardLimits {
    pub(super) fn from_values(values: &Values<'_>) -> Self {
        Self {
            setups_per_diner: ceiling(values, "CARD_SETUPS_PER_DINER"),
            setups_per_address: ceiling(values, "CARD_SETUPS_PER_ADDRESS"),
            calls_per_diner: ceiling(values, "CARD_CALLS_PER_DINER"),
        }
    }
}

fn ceiling(values: &Values<'_>, name: &'static str) -> Ceiling {
    let value = values.required(name);
    Ceiling::parse(&value).unwrap_or_else(|| {
        values.invalid(name, value, "an hour's and a day's most, like 20/60");
        Ceiling { hour: 0, day: 0 }
    })
}

fn countries(values: &Values<'_>) -> Vec<String> {
    const NAME: &str = "SMS_COUNTRIES";
    let value = values.required(NAME);
    if value == "all" {
        return Vec::new();
    }
    let codes: Vec<_> = value.split(',').map(|code| code.trim().to_ascii_uppercase()).collect();
    let is_code = |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if !codes.iter().all(is_code) {
        values.invalid(NAME, value, "codes like JP,US, or all");
    }
    codes
}
