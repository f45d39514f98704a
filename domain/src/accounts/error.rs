use crate::limits::{LimitError, TooMany};

use super::sign_up::FieldErrors;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Invalid fields, each with the code of its text.
    #[error("the form has errors")]
    Invalid(FieldErrors),
    #[error("wrong email address or password")]
    BadCredentials,
    /// Ten consecutive failures (G037).
    #[error("locked for {retry_after_seconds} s")]
    Locked { retry_after_seconds: i64 },
    /// Unknown, used, expired, or modified.
    #[error("the link is no longer valid")]
    LinkInvalid,
    /// A later mail has a newer link.
    #[error("the link was replaced")]
    LinkReplaced,
    #[error("the code is wrong")]
    WrongCode,
    /// Expired or attempted too often. Sign-in requires the password again.
    #[error("the code can no longer be used")]
    NoValidCode,
    /// A signed-in person gave a wrong password for a change that requires it.
    #[error("the current password is wrong")]
    WrongPassword,
    #[error("there is no authenticator app")]
    FactorMissing,
    #[error("the passkey was rejected")]
    PasskeyRejected,
    /// The site's address is not a host name, which passkeys require.
    #[error("passkeys are unavailable at this address")]
    NoPasskeysHere,
    #[error("there are too many passkeys")]
    TooManyPasskeys,
    #[error("the email address is not confirmed")]
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
            Self::LinkReplaced => "link_replaced",
            Self::WrongCode => "code_wrong",
            Self::NoValidCode => "code_spent",
            Self::WrongPassword => "password_wrong",
            Self::FactorMissing => "factor_missing",
            Self::NoPasskeysHere => "no_passkeys_here",
            Self::PasskeyRejected => "passkey_refused",
            Self::TooManyPasskeys => "too_many_passkeys",
            Self::EmailNotConfirmed => "email_not_confirmed",
            Self::PhoneTaken => "phone_taken",
            Self::TooMany(error) => error.code(),
            Self::Database(_) | Self::Internal(_) => "internal",
        }
    }
}

impl AccountError {
    /// Reports whether the error reveals that an address has an account.
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
