use super::obstacles::DeletionObstacle;
use crate::accounts::AccountError;

#[derive(Debug, thiserror::Error)]
pub enum PrivacyError {
    /// The account has unfinished bookings, payments or other obstacles.
    #[error("the account is in use: {0:?}")]
    InUse(Vec<DeletionObstacle>),
    /// No such person, or they are erased.
    #[error("no such person, or their data is erased")]
    NotFound,
    /// Fields by name, each with the code of its text.
    #[error("invalid: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl PrivacyError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InUse(_) => "account_in_use",
            Self::NotFound => "not_found",
            Self::Fields(_) => "invalid_input",
            Self::Account(error) => error.code(),
            Self::Database(_) => "internal",
        }
    }
}
