//! Rejections of announcements.

use axum::http::StatusCode;
use domain::announcements::AnnouncementError;

use super::ApiError;

impl From<AnnouncementError> for ApiError {
    fn from(error: AnnouncementError) -> Self {
        let code = error.code();
        match error {
            AnnouncementError::NotFound => Self::not_found(),
            AnnouncementError::Invalid(fields) => Self::invalid_fields(fields),
            AnnouncementError::AdminOnly | AnnouncementError::StoppedByAdmin => Self::new(StatusCode::FORBIDDEN, code),
            AnnouncementError::CountOutOfRange(max) => {
                let refused = Self { arguments: vec![("max", max.to_string())], ..Self::unprocessable(code) };
                refused.about("send_count")
            }
            AnnouncementError::NoRecipients
            | AnnouncementError::NotDraft
            | AnnouncementError::NotScheduled
            | AnnouncementError::NotSending
            | AnnouncementError::NotSent
            | AnnouncementError::NotStopped
            | AnnouncementError::Stopped => Self::unprocessable(code),
            AnnouncementError::Database(error) => error.into(),
        }
    }
}
