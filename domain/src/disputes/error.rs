//! Errors of disputes.

#[derive(Debug, thiserror::Error)]
pub enum DisputeError {
    #[error("there is no such dispute")]
    NotFound,
    #[error("the dispute is decided")]
    Decided,
    #[error("the note is too long")]
    NoteTooLong,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl DisputeError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Decided => "dispute_decided",
            Self::NoteTooLong => "dispute_note_too_long",
            Self::Database(_) => "internal",
        }
    }
}
