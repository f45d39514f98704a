//! Rejections of payments.

use domain::payments::error::PaymentError;

use super::ApiError;

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match &error {
            PaymentError::Database(error) => Self::from_database(error),
            PaymentError::Provider(source) => {
                tracing::error!(error = %source, "the card provider failed");
                Self::bad_gateway(error.code())
            }
            PaymentError::ForeignCard | PaymentError::NotBooked => Self::not_found(),
            PaymentError::Declined(_) | PaymentError::NoCard | PaymentError::Disputed(_) => {
                Self::unprocessable(error.code())
            }
        }
    }
}
