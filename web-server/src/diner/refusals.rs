//! How the refusals of accounts and telephones are answered, and how often one may ask.

use axum::http::StatusCode;
use chrono::Duration;
use domain::accounts::{AccountError, FieldErrors};
use domain::limits::{self, LimitError};
use domain::phone::{NumberError, PhoneError};

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Counts a request of this client for `name`: past `limit` in a minute it is refused with 429 (gaps G025).
pub async fn limit_client(app: &App, context: &Context, name: &str, limit: i32) -> Result<(), ApiError> {
    let bucket = limits::personal_bucket(name, context.client());
    let mut conn = app.pool.acquire().await?;
    Ok(limits::hit(&mut conn, &bucket, limit, Duration::minutes(1), app.clock.now()).await?)
}

impl From<LimitError> for ApiError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            LimitError::Database(error) => error.into(),
        }
    }
}

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        Self::invalid_fields(errors.0)
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        let code = error.code();
        match error {
            AccountError::Invalid(fields) => fields.into(),
            AccountError::BadCredentials | AccountError::LinkInvalid | AccountError::WrongCode => {
                Self::unprocessable(code)
            }
            AccountError::CodeSpent => Self::unprocessable(code).redirecting_to("/users/sign_in"),
            AccountError::Locked { retry_after_seconds } => {
                let minutes = (retry_after_seconds + 59) / 60;
                let refusal = Self::new(StatusCode::TOO_MANY_REQUESTS, code);
                let arguments = vec![("minutes", minutes.to_string())];
                Self { arguments, retry_after_seconds: Some(retry_after_seconds), ..refusal }
            }
            AccountError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            AccountError::Database(error) => error.into(),
            AccountError::Internal(error) => Self::internal(error),
        }
    }
}

impl From<NumberError> for ApiError {
    fn from(error: NumberError) -> Self {
        let field = match error {
            NumberError::Country => "phone_country",
            NumberError::Number => "phone_local_number",
        };
        Self::invalid_fields([(field, error.code())])
    }
}

impl From<PhoneError> for ApiError {
    fn from(error: PhoneError) -> Self {
        let code = error.code();
        match error {
            PhoneError::Number(error) => error.into(),
            PhoneError::NotFound => Self::not_found(),
            PhoneError::WrongCode | PhoneError::Expired | PhoneError::TooManyTries | PhoneError::OtherNumber => {
                Self::bad_request(code)
            }
            PhoneError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            PhoneError::Database(error) => error.into(),
        }
    }
}
