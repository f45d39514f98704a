//! Rejections of customers and of a restaurant's blacklist.

use axum::http::StatusCode;
use domain::customers::CustomerError;

use super::ApiError;

impl From<CustomerError> for ApiError {
    fn from(error: CustomerError) -> Self {
        let code = error.code();
        match error {
            CustomerError::NotFound => Self::not_found(),
            CustomerError::Invalid(fields) => match fields[..] {
                // These lists have separate texts (owner §5).
                [(name, code)] if code.starts_with("blacklist_") => Self::unprocessable(code).about(name),
                _ => Self::invalid_fields(fields),
            },
            CustomerError::Known { uid, name } => Self {
                arguments: vec![("name", name)],
                ..Self::new(StatusCode::CONFLICT, code).redirecting_to(format!("/owners/customers/{uid}"))
            },
            CustomerError::MergeCovered | CustomerError::NoteChanged => Self::new(StatusCode::CONFLICT, code),
            CustomerError::StandbyNotOffered => Self::unprocessable(code).about("subscribe_to_standby"),
            CustomerError::NumberListed => Self::unprocessable(code).about("phone_local_number"),
            CustomerError::NoneSelected | CustomerError::NotMergeable | CustomerError::LinkInvalid => {
                Self::unprocessable(code)
            }
            CustomerError::Database(error) => error.into(),
        }
    }
}
