//! The months that a calendar's selector offers.

use chrono::{Datelike, NaiveDate};
use domain::zone::YearMonth;

use crate::http::error::ApiError;

/// Number of months before and after the current one in the selector.
const MONTHS_BACK: u32 = 12;
const MONTHS_AHEAD: u32 = 18;

/// Parses the month of an address; 404 if it is invalid or outside the years 2000 to 2199.
pub fn parse_month(text: &str) -> Result<YearMonth, ApiError> {
    let month = YearMonth::parse(text).filter(|month| (2000..2200).contains(&month.first_day().year()));
    month.ok_or_else(ApiError::not_found)
}

/// Returns the months around `today`, and the month that is shown.
pub fn months_around(today: NaiveDate, shown: YearMonth) -> Vec<String> {
    let first = today.checked_sub_months(chrono::Months::new(MONTHS_BACK)).unwrap_or(today);
    let mut months: Vec<_> = std::iter::successors(Some(YearMonth::containing(first)), |month| Some(month.next()))
        .take(usize::try_from(MONTHS_BACK + MONTHS_AHEAD).unwrap_or_default() + 1)
        .collect();
    if !months.contains(&shown) {
        months.push(shown);
        months.sort_unstable();
    }
    months.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selector_offers_nearby_months_and_shown_month() {
        let today = "2026-12-31".parse().unwrap();
        let months = months_around(today, YearMonth::parse("2030-01").unwrap());
        assert_eq!(months.first().map(String::as_str), Some("2025-12"));
        assert_eq!(&months[months.len() - 2..], ["2028-06", "2030-01"]);
        assert_eq!(months_around(today, YearMonth::parse("2026-12").unwrap()).len(), 31);
    }

    #[test]
    fn months_outside_supported_years_are_rejected() {
        assert!(parse_month("2026-12").is_ok());
        for bad in ["2026-13", "0001-01", "9999-12", "soon", ""] {
            assert!(parse_month(bad).is_err(), "{bad}");
        }
    }
}
