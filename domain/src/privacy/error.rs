use super::obstacles::DeletionObstacle;
use crate::accounts::AccountError;

#[derive(Debug, thiserror::Error)]
pub enum PrivacyError {
    /// The account has unfinished bookings, payments or other obstacles.
    #[error("the account is in use: {0:?}")]
    InUse(Vec<DeletionObstacle>),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl PrivacyError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InUse(_) => "account_in_use",
            Self::Account(error) => error.code(),
            Self::Database(_) => "internal",
        }
    }
}
