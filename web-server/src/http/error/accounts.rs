//! Rejections of accounts, sign-in and rate limits.

use axum::http::StatusCode;
use domain::accounts::members::MemberError;
use domain::accounts::password::PasswordError;
use domain::accounts::{AccountError, FieldErrors};
use domain::limits::LimitError;

use super::ApiError;

impl From<LimitError> for ApiError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            LimitError::Database(error) => error.into(),
        }
    }
}

/// A queue for hashes is worked off within seconds.
const BUSY_RETRY_SECONDS: i64 = 5;

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self {
                retry_after_seconds: Some(BUSY_RETRY_SECONDS),
                ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "try_again")
            },
            PasswordError::Internal(error) => Self::internal(error),
        }
    }
}

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        Self::invalid_fields(errors.0)
    }
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        let code = error.code();
        match error {
            MemberError::NotFound => Self::not_found(),
            MemberError::Invalid(fields) => Self::invalid_fields(fields),
            MemberError::LastOwner => Self::new(StatusCode::CONFLICT, code),
            MemberError::OwnersOnly => Self::new(StatusCode::FORBIDDEN, code),
            MemberError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            MemberError::Database(error) => error.into(),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        let code = error.code();
        match error {
            AccountError::Invalid(fields) => fields.into(),
            AccountError::BadCredentials
            | AccountError::LinkInvalid
            | AccountError::LinkReplaced
            | AccountError::FactorMissing
            | AccountError::NoPasskeysHere
            | AccountError::PasskeyRejected
            | AccountError::TooManyPasskeys
            | AccountError::EmailNotConfirmed => Self::unprocessable(code),
            AccountError::WrongCode => Self::unprocessable(code).about("code"),
            AccountError::WrongPassword => Self::unprocessable(code).about("current_password"),
            AccountError::NoValidCode => Self::unprocessable(code).redirecting_to("/users/sign_in"),
            AccountError::Locked { retry_after_seconds } => {
                let minutes = (retry_after_seconds + 59) / 60;
                let refusal = Self::new(StatusCode::TOO_MANY_REQUESTS, code);
                let arguments = vec![("count", minutes.to_string())];
                Self { arguments, retry_after_seconds: Some(retry_after_seconds), ..refusal }
            }
            AccountError::PhoneTaken => Self::unprocessable(code).about("phone_local_number"),
            AccountError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            AccountError::Database(error) => error.into(),
            AccountError::Internal(error) => Self::internal(error),
        }
    }
}
