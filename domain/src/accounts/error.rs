use crate::limits::{LimitError, TooMany};

use super::sign_up::FieldErrors;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Fields and the codes of what is wrong with them.
    #[error("the form has errors")]
    Invalid(FieldErrors),
    #[error("address and password do not belong together")]
    BadCredentials,
    /// Ten failures in a row (G037).
    #[error("locked for {retry_after_seconds} s")]
    Locked { retry_after_seconds: i64 },
    /// Unknown, used, too old, or changed.
    #[error("the link is not good any more")]
    LinkInvalid,
    #[error("the code is wrong")]
    WrongCode,
    /// Too old or tried too often: the password is asked for again.
    #[error("the code is spent")]
    CodeSpent,
    /// Somebody signed in gave a wrong password for a change that asks for it.
    #[error("the current password is wrong")]
    WrongPassword,
    #[error("there is no authenticator app")]
    FactorMissing,
    #[error("the passkey is refused")]
    PasskeyRefused,
    /// Our address is no host name, and passkeys belong to one.
    #[error("there are no passkeys at this address")]
    NoPasskeysHere,
    #[error("there are too many passkeys")]
    TooManyPasskeys,
    #[error("the mail address is not confirmed")]
    EmailNotConfirmed,
    /// Another account has confirmed this number.
    #[error("the number belongs to another account")]
    PhoneTaken,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl AccountError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::BadCredentials => "bad_credentials",
            Self::Locked { .. } => "account_locked",
            Self::LinkInvalid => "link_invalid",
            Self::WrongCode => "code_wrong",
            Self::CodeSpent => "code_spent",
            Self::WrongPassword => "password_wrong",
            Self::FactorMissing => "factor_missing",
            Self::NoPasskeysHere => "no_passkeys_here",
            Self::PasskeyRefused => "passkey_refused",
            Self::TooManyPasskeys => "too_many_passkeys",
            Self::EmailNotConfirmed => "email_not_confirmed",
            Self::PhoneTaken => "phone_taken",
            Self::TooMany(error) => error.code(),
            Self::Database(_) | Self::Internal(_) => "internal",
        }
    }
}

impl AccountError {
    /// Whether it tells that an address has an account.
    pub fn reveals_account(&self) -> bool {
        matches!(self, Self::Invalid(fields) if fields.has("email", "email_taken"))
    }
}

impl From<LimitError> for AccountError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(error) => Self::TooMany(error),
            LimitError::Database(error) => Self::Database(error),
        }
    }
}

impl From<FieldErrors> for AccountError {
    fn from(errors: FieldErrors) -> Self {
        Self::Invalid(errors)
    }
}
