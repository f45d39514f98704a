//! Rejections of holds, of bookings, and of what staff write to reservations.

use axum::http::StatusCode;
use domain::reservations::error::ReservationError;
use domain::reservations::staff::StaffError;

use super::ApiError;
use crate::booking::steps::JoinQueueError;

impl From<ReservationError> for ApiError {
    fn from(error: ReservationError) -> Self {
        use ReservationError as E;
        let code = error.code();
        let refused = match &error {
            E::Database(error) => Self::from_database(error),
            E::Unavailable { is_out_of_resources } => {
                Self { is_out_of_resources: *is_out_of_resources, ..Self::service_unavailable(&error) }
            }
            E::SignedOut => Self::unauthorized(),
            E::NotFound => Self::not_found(),
            E::TokenInvalid | E::NotCreatableYet(_) | E::NotCancellable | E::Locked => Self::bad_request(code),
            E::PhoneUnconfirmed => Self::new(StatusCode::FORBIDDEN, code),
            E::AlreadyBooked | E::Raced | E::HoldAccepted => Self::new(StatusCode::CONFLICT, code),
            E::NotOffered(field) => Self { fields: [((*field).to_owned(), code)].into(), ..Self::unprocessable(code) },
            E::Unconfirmed(fields) => {
                let fields = fields.iter().map(|name| (name.clone(), "confirmation_missing")).collect();
                Self { fields, ..Self::unprocessable(code) }
            }
            E::GuestsNotEditable | E::FewerTooLate => Self::unprocessable(code).about("reservation.guests_count"),
            E::Unanswered(fields) => Self { fields: fields.iter().cloned().collect(), ..Self::unprocessable(code) },
            E::PreferencesMismatch => Self::unprocessable(code).about("delete_preference_ids"),
            E::Undeliverable(fields) => Self::invalid_fields(fields.iter().copied()),
            _ => Self::unprocessable(code),
        };
        Self { force_reload: error.is_stale_page(), ..refused }
    }
}

impl From<StaffError> for ApiError {
    fn from(error: StaffError) -> Self {
        use StaffError as E;
        let code = error.code();
        match error {
            E::Database(error) => error.into(),
            E::NotFound => Self::not_found(),
            E::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            E::Field(field, code) => Self::invalid_fields([(field, code)]),
            E::Fields(faults) => Self::invalid_fields(faults),
            E::NicknameBlank => {
                let field = "customer_attributes.profile_attributes.nickname".to_owned();
                Self { fields: [(field, code)].into(), ..Self::unprocessable(code) }
            }
            E::Incomplete(field) => Self { fields: [(field.to_owned(), code)].into(), ..Self::bad_request(code) },
            E::GuestsOutOfRange(most) => {
                Self { arguments: vec![("most", most.to_string())], ..Self::bad_request(code) }
            }
            E::CustomerKnown { uid, name } => Self {
                arguments: vec![("name", name)],
                ..Self::new(StatusCode::CONFLICT, code).redirecting_to(format!("/owners/customers/{uid}"))
            },
            E::NoTexts
            | E::NotBegun
            | E::PastUnconfirmed
            | E::ClosedDayUnconfirmed
            | E::AlreadyNamed
            | E::PartyLeft
            | E::IdempotencyKeyReused
            | E::BookingSaved
            | E::NoShowMissing
            | E::NoShowFeeUnavailable
            | E::NoShowFeeTooLate => Self::unprocessable(code),
            E::ServiceStateMoved
            | E::ReservationMoved
            | E::NoteChanged
            | E::GuestChanged
            | E::GuestReplaced
            | E::NotWaiting
            | E::PartyOffered
            | E::PartySeated
            | E::NoShowFeeDecided => Self::new(StatusCode::CONFLICT, code),
            _ => Self::bad_request(code),
        }
    }
}

impl From<JoinQueueError<'_>> for ApiError {
    fn from(error: JoinQueueError<'_>) -> Self {
        match error {
            JoinQueueError::OverLimit(over) => Self::too_many(over.retry_after_seconds()),
            JoinQueueError::Flood { retry_after_seconds } => Self::too_many(retry_after_seconds),
            JoinQueueError::Rejected(error) => error.into(),
        }
    }
}
