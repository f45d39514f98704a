//! Reasons to reject a document.

#[derive(Debug, thiserror::Error)]
pub enum ReceiptError {
    #[error("no such charge of this diner")]
    NotFound,
    #[error("nothing was paid, or all of it was refunded")]
    NothingPaid,
    #[error("its receipt was mailed already")]
    AlreadySent,
    #[error("the charge has as many documents as it may have")]
    TooManyCopies,
    #[error("invalid {0}: {1}")]
    Field(&'static str, &'static str),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl ReceiptError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NothingPaid => "nothing_paid",
            Self::AlreadySent => "receipt_already_sent",
            Self::TooManyCopies => "documents_too_many",
            Self::Field(..) => "invalid_input",
            Self::Database(_) => "internal",
        }
    }
}
