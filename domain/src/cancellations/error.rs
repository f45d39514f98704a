/// Reasons to reject the release or the deletion of a cancellation slot.
#[derive(Debug, thiserror::Error)]
pub enum CancellationError {
    #[error("no such cancellation slot of this restaurant")]
    NotFound,
    #[error("the cancellation slot is booked, released, deleted or past")]
    Ended,
    #[error("the cancellation slot is offered to customer groups")]
    Recruiting,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl CancellationError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Ended => "cancellation_slot_ended",
            Self::Recruiting => "cancellation_slot_recruiting",
            Self::Database(_) => "internal",
        }
    }
}
