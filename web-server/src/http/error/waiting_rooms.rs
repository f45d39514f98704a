//! Rejections of waiting rooms.

use axum::http::StatusCode;
use domain::waiting_rooms::error::WaitingRoomError;

use super::ApiError;

impl From<WaitingRoomError> for ApiError {
    fn from(error: WaitingRoomError) -> Self {
        let code = error.code();
        match error {
            WaitingRoomError::NotOpen | WaitingRoomError::PhoneUnconfirmed => Self::unprocessable(code),
            WaitingRoomError::PlaceNeeded | WaitingRoomError::NumberTaken => Self::new(StatusCode::CONFLICT, code),
            WaitingRoomError::OpeningAwaited(opening) => {
                Self { arguments: vec![("opening", opening)], ..Self::new(StatusCode::CONFLICT, code) }
            }
            WaitingRoomError::Database(error) => error.into(),
        }
    }
}
