//! The context and the errors of staff's actions on reservations.

use chrono::{DateTime, Utc};

use crate::audit::Actor;
use crate::config::SmsConfig;
use crate::idempotency::IdempotencyError;
use crate::ids::OwnerId;
use crate::limits::TooMany;
use crate::restaurants::model::Restaurant;

/// The acting member of staff, the restaurant and the time.
#[derive(Clone, Copy, Debug)]
pub struct StaffContext<'a> {
    pub restaurant: &'a Restaurant,
    pub owner: OwnerId,
    pub actor: Actor,
    pub now: DateTime<Utc>,
    /// The limits and countries of text messages.
    pub sms: &'a SmsConfig,
}

/// Reasons why an action of staff is rejected.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    #[error("no such reservation of this restaurant")]
    NotFound,
    #[error("{0} is missing or invalid")]
    Incomplete(&'static str),
    #[error("the form does not name exactly one customer")]
    OneCustomer,
    #[error("no such customer of this restaurant")]
    CustomerUnknown,
    #[error("the customer cannot be reached")]
    Unreachable,
    #[error("invitations by email are disabled")]
    EmailInvitationOff,
    #[error("the time is outside the restaurant's hours")]
    OutsideHours,
    #[error("the time of an invitation must be in the future")]
    Past,
    #[error("the day is in the past")]
    PastUnconfirmed,
    #[error("the restaurant is closed on the day")]
    ClosedDayUnconfirmed,
    #[error("the seat is already taken")]
    SeatTaken,
    #[error("a diner is holding a seat")]
    SeatHeld,
    #[error("another reservation of the slot has the stock of that seat")]
    SlotSeatTaken,
    #[error("another user has moved the reservation")]
    ReservationMoved,
    #[error("another user has changed the text")]
    NoteChanged,
    #[error("another user has changed the guest")]
    GuestChanged,
    #[error("too few seats are free")]
    NotEnoughSeats,
    #[error("the number of guests must be 1 to {0}")]
    GuestsOutOfRange(i32),
    #[error("the course has reached its daily maximum")]
    CourseFull,
    /// Another customer of the restaurant has the number.
    #[error("a customer with this number already exists")]
    CustomerKnown { uid: String, name: String },
    #[error("the nickname is blank")]
    NicknameBlank,
    #[error("{0} is invalid: {1}")]
    Field(&'static str, &'static str),
    #[error("invalid fields: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    #[error("another user has chosen another guest for the reservation")]
    GuestReplaced,
    #[error("the reservation has ended")]
    Ended,
    #[error("an open cancel request locks the reservation")]
    Locked,
    #[error("only an unanswered invitation can be withdrawn")]
    NotWithdrawable,
    #[error("the invitation has not ended without a booking")]
    InvitationOpen,
    #[error("only a deleted in-person reservation can be restored")]
    NotDeleted,
    #[error("there is no open request")]
    NoRequest,
    #[error("the party is no longer waiting")]
    NotWaiting,
    #[error("seats were offered to the party meanwhile")]
    PartyOffered,
    #[error("the party got a reservation meanwhile")]
    PartySeated,
    #[error("the party has left, so its visit keeps its day")]
    PartyLeft,
    #[error("the party already has a name")]
    AlreadyNamed,
    #[error("the reservation's day or time has not begun")]
    NotBegun,
    #[error("the no-show is not recorded")]
    NoShowMissing,
    #[error("the guest agreed to no fee for a no-show, or has paid it with the course")]
    NoShowFeeUnavailable,
    #[error("the time to request the fee of the no-show is over")]
    NoShowFeeTooLate,
    #[error("the fee of the no-show is already charged or waived")]
    NoShowFeeDecided,
    #[error("the party is now at another step of its visit")]
    ServiceStateMoved,
    #[error("the idempotency key belongs to another request")]
    IdempotencyKeyReused,
    /// An earlier attempt with other fields has the key.
    #[error("an earlier attempt has saved the booking")]
    BookingSaved,
    #[error("text messages to this country are not supported")]
    SmsCountryNotServed,
    /// The guest is to be invited by text message, and has a landline and no email address.
    #[error("the number cannot receive text messages")]
    NoTexts,
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
            Self::PastUnconfirmed => "past_unconfirmed",
            Self::ClosedDayUnconfirmed => "closed_day_unconfirmed",
            Self::SeatTaken => "seat_taken",
            Self::SeatHeld => "seat_held",
            Self::SlotSeatTaken => "slot_seat_taken",
            Self::ReservationMoved => "reservation_moved",
            Self::NoteChanged | Self::GuestChanged => "note_changed",
            Self::GuestReplaced => "guest_replaced",
            Self::NotEnoughSeats => "not_enough_seats",
            Self::GuestsOutOfRange(_) => "guests_out_of_range",
            Self::CourseFull => "course_full",
            Self::SmsCountryNotServed => "sms_country_not_served",
            Self::NoTexts => "sms_number_no_texts_staff",
            Self::TooMany(error) => error.code(),
            Self::CustomerKnown { .. } => "customer_known",
            Self::NicknameBlank => "nickname_blank",
            Self::Field(..) | Self::Fields(_) => "invalid_input",
            Self::Ended => "reservation_ended",
            Self::Locked => "cancel_request_open",
            Self::NotWithdrawable => "invitation_not_withdrawable",
            Self::InvitationOpen => "invitation_not_ended",
            Self::NotDeleted => "reservation_not_deleted",
            Self::NoRequest => "request_closed",
            Self::NotWaiting => "party_not_waiting",
            Self::PartyOffered => "party_offered",
            Self::PartySeated => "party_seated",
            Self::PartyLeft => "party_left",
            Self::AlreadyNamed => "party_already_named",
            Self::NotBegun => "reservation_not_begun",
            Self::NoShowMissing => "no_show_missing",
            Self::NoShowFeeUnavailable => "no_show_fee_unavailable",
            Self::NoShowFeeTooLate => "no_show_fee_too_late",
            Self::NoShowFeeDecided => "no_show_fee_decided",
            Self::ServiceStateMoved => "service_state_moved",
            Self::IdempotencyKeyReused => "idempotency_key_reused",
            Self::BookingSaved => "booking_already_saved",
            Self::Database(_) => "internal",
        }
    }

    /// Reports whether the unswept row of an ended hold may be the only cause.
    pub const fn may_result_from_ended_hold(&self) -> bool {
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
