//! What staff do with reservations: who acts, and what can refuse it.

use chrono::{DateTime, Utc};

use crate::audit::Actor;
use crate::config::SmsConfig;
use crate::idempotency::IdempotencyError;
use crate::ids::OwnerId;
use crate::limits::TooMany;
use crate::restaurants::model::Restaurant;

/// The member of staff who acts, where and when.
#[derive(Clone, Copy, Debug)]
pub struct StaffContext<'a> {
    pub restaurant: &'a Restaurant,
    pub owner: OwnerId,
    pub actor: Actor,
    pub now: DateTime<Utc>,
    /// How many text messages may be sent, and where to.
    pub sms: &'a SmsConfig,
}

/// What can refuse an action of staff.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    #[error("no such reservation of this restaurant")]
    NotFound,
    #[error("{0} is missing or does not fit")]
    Incomplete(&'static str),
    #[error("not exactly one customer")]
    OneCustomer,
    #[error("no such customer of this restaurant")]
    CustomerUnknown,
    #[error("the customer cannot be written to")]
    Unreachable,
    #[error("invitations by e-mail are switched off")]
    EmailInvitationOff,
    #[error("the time is none of the restaurant's hours")]
    OutsideHours,
    #[error("an invitation is for a time to come")]
    Past,
    #[error("somebody sits there")]
    SeatTaken,
    #[error("a diner holds a seat there just now")]
    SeatHeld,
    #[error("another reservation of the slot has its stock of that seat")]
    SlotSeatTaken,
    #[error("somebody else has moved the reservation")]
    ReservationMoved,
    #[error("somebody else has written something else there")]
    NoteChanged,
    #[error("too few seats are free")]
    NotEnoughSeats,
    #[error("guests may be 1 to {0}")]
    GuestsOutOfRange(i32),
    #[error("the course has reached its daily maximum")]
    CourseFull,
    #[error("the nickname is blank")]
    NicknameBlank,
    #[error("{0} is not sound: {1}")]
    Field(&'static str, &'static str),
    #[error("these are not sound: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    #[error("the reservation has ended")]
    Ended,
    #[error("an open request to cancel locks the reservation")]
    Locked,
    #[error("only an unanswered invitation can be withdrawn")]
    NotWithdrawable,
    #[error("only a deleted in-person reservation can be restored")]
    NotDeleted,
    #[error("there is no open request")]
    NoRequest,
    #[error("the party waits no more")]
    NotWaiting,
    #[error("the party is known by name")]
    AlreadyNamed,
    #[error("the reservation's day or time has not begun")]
    NotBegun,
    #[error("the party is at another step of its visit by now")]
    ServiceStateMoved,
    #[error("the key has named another write")]
    IdempotencyKeyReused,
    #[error("no text message is sent to numbers of this country")]
    SmsCountryNotServed,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl StaffError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Incomplete(_) => "items_not_entered",
            Self::OneCustomer => "one_customer",
            Self::CustomerUnknown => "customer_unknown",
            Self::Unreachable => "customer_unreachable",
            Self::EmailInvitationOff => "email_invitation_off",
            Self::OutsideHours => "outside_hours",
            Self::Past => "invitation_past",
            Self::SeatTaken => "seat_taken",
            Self::SeatHeld => "seat_held",
            Self::SlotSeatTaken => "slot_seat_taken",
            Self::ReservationMoved => "reservation_moved",
            Self::NoteChanged => "note_changed",
            Self::NotEnoughSeats => "not_enough_seats",
            Self::GuestsOutOfRange(_) => "guests_out_of_range",
            Self::CourseFull => "course_full",
            Self::SmsCountryNotServed => "sms_country_not_served",
            Self::TooMany(error) => error.code(),
            Self::NicknameBlank => "nickname_blank",
            Self::Field(..) | Self::Fields(_) => "invalid_input",
            Self::Ended => "reservation_ended",
            Self::Locked => "cancel_request_open",
            Self::NotWithdrawable => "invitation_not_withdrawable",
            Self::NotDeleted => "reservation_not_deleted",
            Self::NoRequest => "request_closed",
            Self::NotWaiting => "party_not_waiting",
            Self::AlreadyNamed => "party_already_named",
            Self::NotBegun => "reservation_not_begun",
            Self::ServiceStateMoved => "service_state_moved",
            Self::IdempotencyKeyReused => "idempotency_key_reused",
            Self::Database(_) => "internal",
        }
    }

    /// Whether the unswept row of an ended hold may be the only reason for the refusal.
    pub const fn may_rest_on_a_dead_hold(&self) -> bool {
        matches!(self, Self::SeatTaken | Self::SeatHeld | Self::SlotSeatTaken | Self::NotEnoughSeats | Self::CourseFull)
    }
}

impl From<IdempotencyError> for StaffError {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Malformed => Self::Field("idempotency_key", "field_invalid"),
            IdempotencyError::Reused => Self::IdempotencyKeyReused,
            IdempotencyError::Database(error) => Self::Database(error),
        }
    }
}
