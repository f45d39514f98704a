use chrono::{DateTime, Utc};

use crate::clients::beacon::BeaconError;
use crate::db::violated_constraint;

/// Reasons to reject an operation on a raffle.
#[derive(Debug, thiserror::Error)]
pub enum RaffleError {
    #[error("no such raffle or registration")]
    NotFound,
    /// The invalid field.
    #[error("invalid field {0} of a raffle")]
    Invalid(&'static str),
    #[error("the raffle's time overlaps another one of the restaurant")]
    Overlaps,
    /// Diners enter under the terms at the opening.
    #[error("the raffle has opened and cannot be changed")]
    Opened,
    #[error("the raffle is not open for entries")]
    NotOpen,
    /// The diner may enter again at this instant.
    #[error("the diner has taken part less than a day ago")]
    TooEarly(DateTime<Utc>),
    #[error("the diner's phone number is not confirmed")]
    PhoneUnconfirmed,
    /// Another account has entered with this number.
    #[error("the phone number has entered with another account")]
    NumberEntered,
    #[error("the diner has no entries left")]
    NoneLeft,
    #[error("the raffle is drawn after its close, when its beacon's round is published")]
    NotDue,
    #[error("the raffle has been drawn")]
    Drawn,
    #[error(transparent)]
    Beacon(#[from] BeaconError),
    #[error(transparent)]
    Database(sqlx::Error),
}

impl RaffleError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(_) => "invalid_input",
            Self::Overlaps => "raffle_round_overlaps",
            Self::Opened => "raffle_round_opened",
            Self::NotOpen => "raffle_not_open",
            Self::TooEarly(_) => "raffle_entry_too_early",
            Self::PhoneUnconfirmed => "raffle_phone_unconfirmed",
            Self::NumberEntered => "raffle_number_entered",
            Self::NoneLeft => "raffle_no_entries_left",
            Self::NotDue => "raffle_not_due",
            Self::Drawn => "raffle_drawn",
            Self::Beacon(_) => "raffle_beacon_away",
            Self::Database(_) => "internal",
        }
    }
}

impl From<sqlx::Error> for RaffleError {
    fn from(error: sqlx::Error) -> Self {
        match violated_constraint(&error) {
            Some("raffle_rounds_no_overlap") => Self::Overlaps,
            Some("raffle_round_registrations_phone_key") => Self::NumberEntered,
            _ => Self::Database(error),
        }
    }
}
