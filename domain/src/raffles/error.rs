use chrono::{DateTime, Utc};

use crate::clients::beacon::BeaconError;
use crate::db::violated;

/// What can refuse a raffle.
#[derive(Debug, thiserror::Error)]
pub enum RaffleError {
    #[error("no such raffle or registration")]
    NotFound,
    /// The field that is refused.
    #[error("{0} is no part of a raffle")]
    Invalid(&'static str),
    #[error("the raffle's time overlaps another one of the restaurant")]
    Overlaps,
    /// Diners take part by what stood when it opened.
    #[error("the raffle has opened and is not changed any more")]
    Opened,
    #[error("nobody takes part in the raffle now")]
    NotOpen,
    /// The diner may take part again at the instant.
    #[error("the diner has taken part less than a day ago")]
    TooEarly(DateTime<Utc>),
    #[error("the diner has no entries left")]
    NoneLeft,
    #[error("the raffle is drawn after its close, when its beacon's round is out")]
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
        match violated(&error) {
            Some("raffle_rounds_no_overlap") => Self::Overlaps,
            _ => Self::Database(error),
        }
    }
}
