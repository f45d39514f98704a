use crate::db::violated_constraint;

/// Reasons to reject an operation on a waiting room.
#[derive(Debug, thiserror::Error)]
pub enum WaitingRoomError {
    #[error("no waiting room of the restaurant is open to the diner")]
    NotOpen,
    #[error("the date is behind a waiting room, and it is not the diner's turn")]
    PlaceNeeded,
    #[error("the diner's phone number is not confirmed")]
    PhoneUnconfirmed,
    /// Another account has taken a place with this number.
    #[error("the phone number has a place with another account")]
    NumberTaken,
    /// With the opening, in the restaurant's zone.
    #[error("diners have places for the opening of {0}, which the change moves or removes")]
    OpeningAwaited(String),
    #[error(transparent)]
    Database(sqlx::Error),
}

impl WaitingRoomError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotOpen => "waiting_room_not_open",
            Self::PlaceNeeded => "waiting_room_place_needed",
            Self::PhoneUnconfirmed => "waiting_room_phone_unconfirmed",
            Self::NumberTaken => "waiting_room_number_taken",
            Self::OpeningAwaited(_) => "waiting_room_opening_awaited",
            Self::Database(_) => "internal",
        }
    }
}

impl From<sqlx::Error> for WaitingRoomError {
    fn from(error: sqlx::Error) -> Self {
        match violated_constraint(&error) {
            Some("waiting_room_places_phone_key") => Self::NumberTaken,
            _ => Self::Database(error),
        }
    }
}
