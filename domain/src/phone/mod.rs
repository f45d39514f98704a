//! Verifies a person's phone number: by a call from it, or by a code sent to it (G030 to G032).

pub mod actions;
pub mod ceilings;
mod error;
mod model;
mod number;
mod queries;
pub mod search_words;
pub mod sms;

pub use error::PhoneError;
pub use model::{
    CALL_WINDOW, IncomingCall, SmsConfirmation, Verification, VerificationFlow, VerificationStatus, VisitorKey,
};
pub use number::{
    Country, NumberError, PATTERN, PhoneNumber, countries, digits, display, format_for_dialling, format_for_locale,
};
