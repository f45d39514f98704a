//! The day that an address names.

use chrono::NaiveDate;

use crate::http::error::ApiError;

/// The date of an address; one that is none is no page.
pub fn parse_date(text: &str) -> Result<NaiveDate, ApiError> {
    let is_well_formed = text.len() == 10 && text.is_ascii();
    let date = is_well_formed.then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()).flatten();
    date.ok_or_else(ApiError::not_found)
}
