use super::slot_form::SlotFormError;

/// Reasons to reject the creation, the change or the deletion of a slot.
#[derive(Debug, thiserror::Error)]
pub enum SlotError {
    #[error("no such slot of this restaurant")]
    NotFound,
    #[error("the slot has been deleted")]
    Gone,
    #[error("web slots are switched off for this restaurant")]
    SwitchedOff,
    #[error("invalid slot: {}", .0.code())]
    Invalid(SlotFormError),
    #[error("a stock is reserved")]
    Reserved,
    #[error("a stock is in a cancellation slot")]
    Freed,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl SlotError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Gone => "slot_deleted",
            Self::SwitchedOff => "slots_switched_off",
            Self::Invalid(fault) => fault.code(),
            Self::Reserved => "slot_stock_reserved",
            Self::Freed => "slot_stock_freed",
            Self::Database(_) => "internal",
        }
    }
}

impl From<SlotFormError> for SlotError {
    fn from(fault: SlotFormError) -> Self {
        Self::Invalid(fault)
    }
}
