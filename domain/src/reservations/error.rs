//! Reasons why a booking is rejected.

use chrono::{DateTime, Utc};

use crate::db;

#[derive(Debug, thiserror::Error)]
pub enum ReservationError {
    #[error("the diner is not signed in")]
    SignedOut,
    #[error("the calendar token is missing, invalid, expired, or for another restaurant or diner")]
    TokenInvalid,
    #[error("holds cannot be requested before {0}")]
    NotCreatableYet(DateTime<Utc>),
    #[error("online booking is not open for this date")]
    NotOpen,
    #[error("the slot no longer exists")]
    SlotGone,
    #[error("the slot is full for this party")]
    Full,
    #[error("the start time is past its cut-off")]
    PastCutoff,
    #[error("{0} is not offered in this slot")]
    NotOffered(&'static str),
    #[error("the course has reached its daily maximum")]
    CourseFull,
    #[error("the diner has a reservation for this meal already")]
    AlreadyBooked,
    #[error("the phone number is not verified")]
    PhoneUnconfirmed,
    #[error("another request of the same diner came first")]
    Raced,
    #[error("no such reservation of this diner")]
    NotFound,
    #[error("the hold has ended")]
    HoldEnded,
    #[error("the invitation was answered, withdrawn, or not answered in time")]
    InvitationEnded,
    #[error("confirmations are missing: {0:?}")]
    Unconfirmed(Vec<String>),
    #[error("the delivery is invalid: {0:?}")]
    Undeliverable(Vec<(&'static str, &'static str)>),
    #[error("answers are missing or invalid: {0:?}")]
    Unanswered(Vec<(String, &'static str)>),
    #[error("the number of answer sets differs from the number of guests")]
    PreferencesMismatch,
    #[error("a card is required")]
    CardNeeded,
    #[error("no payment has been started yet")]
    PaymentNotStarted,
    #[error("the payment did not succeed")]
    PaymentFailed,
    #[error("the reservation can no longer be cancelled")]
    NotCancellable,
    #[error("the hold to cancel has become a booking")]
    HoldAccepted,
    #[error("an invited party can only become smaller")]
    GuestsNotFewer,
    #[error("a second booking in the gold round opens later")]
    GoldSecondNotYet,
    #[error("the diner has two bookings in the gold round")]
    GoldLimit,
    #[error("an open cancel request locks the reservation")]
    Locked,
    #[error("the reservation is not an upcoming booking")]
    NotEditable,
    #[error("the request changes nothing")]
    NothingChanged,
    #[error("the party size of an invitation is changed by a guest count request")]
    GuestsNotEditable,
    #[error("a smaller party would incur a cancellation fee by now")]
    FewerTooLate,
    #[error("the database is unavailable, a lock timed out, or its resources are exhausted")]
    Unavailable { is_out_of_resources: bool },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl ReservationError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::SignedOut => "sign_in_required",
            Self::TokenInvalid => "reservation_calendar_token_invalid",
            Self::NotCreatableYet(_) => "not_creatable_yet",
            Self::NotOpen => "not_open",
            Self::SlotGone => "slot_gone",
            Self::Full => "full",
            Self::PastCutoff => "past_cutoff",
            Self::NotOffered(_) => "not_offered",
            Self::CourseFull => "course_full",
            Self::AlreadyBooked => "already_booked",
            Self::PhoneUnconfirmed => "phone_unconfirmed",
            Self::Raced => "raced",
            Self::NotFound => "not_found",
            Self::HoldEnded => "hold_ended",
            Self::InvitationEnded => "invitation_ended",
            Self::Unconfirmed(_) => "confirmations_missing",
            Self::Undeliverable(_) => "invalid_input",
            Self::Unanswered(_) => "items_not_entered",
            Self::PreferencesMismatch => "preferences_mismatch",
            Self::CardNeeded => "card_needed",
            Self::PaymentNotStarted => "payment_not_started",
            Self::PaymentFailed => "payment_failed",
            Self::NotCancellable => "not_cancellable",
            Self::HoldAccepted => "hold_accepted",
            Self::GuestsNotFewer => "guests_not_fewer",
            Self::GoldSecondNotYet => "gold_second_not_yet",
            Self::GoldLimit => "gold_limit",
            Self::Locked => "cancel_request_open",
            Self::NotEditable => "not_editable",
            Self::NothingChanged => "nothing_changed",
            Self::GuestsNotEditable => "guests_not_editable",
            Self::FewerTooLate => "fewer_too_late",
            Self::Unavailable { .. } => "try_again",
            Self::Database(_) => "internal",
        }
    }

    /// The error for a request that waited too long.
    pub const TOO_LONG: Self = Self::Unavailable { is_out_of_resources: false };

    /// Reports whether the database, and not the request itself, is the cause.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Unavailable { .. } => true,
            Self::Database(error) => db::is_unavailable(error) && !db::is_transient(error),
            _ => false,
        }
    }

    /// Returns the unavailability error for each request of a failed batch.
    pub fn unavailable_to_each(&self) -> Self {
        Self::Unavailable {
            is_out_of_resources: matches!(self, Self::Database(error) if db::is_out_of_resources(error)),
        }
    }

    /// Reports whether the unswept row of an ended hold may be the only cause. Not for `Full`, because ended holds count as free.
    pub fn may_result_from_ended_hold(&self) -> bool {
        matches!(self, Self::CourseFull | Self::Raced | Self::AlreadyBooked)
    }

    /// Reports whether the diner's own hold or booking at the restaurant may be the only cause.
    pub fn may_result_from_own_hold(&self) -> bool {
        matches!(self, Self::Full | Self::CourseFull | Self::Raced | Self::AlreadyBooked)
    }

    /// Reports whether the client's page is out of date, so the client should reload it (gaps G065).
    pub fn is_stale_page(&self) -> bool {
        matches!(self, Self::TokenInvalid | Self::NotOpen | Self::SlotGone)
    }
}
