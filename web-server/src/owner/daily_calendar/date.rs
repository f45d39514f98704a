//! The day in an address.

use chrono::NaiveDate;

use crate::http::error::ApiError;

/// Parses the date of an address; 404 if it is invalid.
pub fn parse_date(text: &str) -> Result<NaiveDate, ApiError> {
    let is_well_formed = text.len() == 10 && text.is_ascii();
    let date = is_well_formed.then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten();
    date.ok_or_else(ApiError::not_found)
}
