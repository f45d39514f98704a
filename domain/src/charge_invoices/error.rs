//! Errors of payments between the platform and a restaurant.

use crate::money::Yen;

#[derive(Debug, thiserror::Error)]
pub enum ChargeInvoiceError {
    #[error("a rate must begin today or later; past charges do not change")]
    RateInThePast,
    #[error("the amount must be 0 to 1,000,000 yen")]
    RateOutOfRange,
    #[error("only {} yen are owed to the restaurant", .0.formatted())]
    MoreThanOwed(Yen),
    #[error("nothing is owed to the restaurant")]
    NothingOwed,
    #[error("a bank transfer needs the reference of the bank's statement")]
    NoReference,
    #[error("a bank transfer with this reference is already booked")]
    BookedBefore,
    #[error("the restaurant has no unpaid charge invoice of that month")]
    NoSuchInvoice,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl ChargeInvoiceError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::RateInThePast => "rate_in_the_past",
            Self::RateOutOfRange => "rate_out_of_range",
            Self::MoreThanOwed(_) => "more_than_owed",
            Self::NothingOwed => "nothing_owed",
            Self::NoReference => "reference_missing",
            Self::BookedBefore => "booked_before",
            Self::NoSuchInvoice => "invoice_missing",
            Self::Database(_) => "internal",
        }
    }
}
