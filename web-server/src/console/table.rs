//! Rows and cells of exported tables, independent of the file format.

use std::pin::Pin;

use chrono::{NaiveDate, NaiveDateTime};
use domain::phone::format_for_dialling;

/// Number of records that are read and written at a time. It bounds the memory that a table needs, whatever its length.
pub const BATCH: usize = 1_000;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    Text(String),
    Number(i64),
    Decimal(f64),
    Day(NaiveDate),
    /// A wall-clock time at the restaurant.
    Instant(NaiveDateTime),
    /// A phone number as it is shown: `090…` in Japan, `+1 415…` elsewhere.
    Phone(String),
    Nothing,
}

impl TableCell {
    /// Formats the value for CSV.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Decimal(number) => format!("{number:.1}"),
            Self::Day(day) => day.to_string(),
            Self::Instant(at) => at.format("%Y-%m-%d %H:%M").to_string(),
            Self::Phone(shown) => phone_text(shown),
            Self::Nothing => String::new(),
        }
    }
}

/// Formats a phone number so that a spreadsheet reads it as text: with hyphens, which keep the leading 0, and with the country's code
/// in parentheses, because a leading `+` begins a formula.
fn phone_text(shown: &str) -> String {
    let e164 = match shown.strip_prefix('0') {
        Some(local) => format!("+81{local}"),
        None => shown.replace(' ', ""),
    };
    let text = format_for_dialling(&e164, "JP");
    match text.strip_prefix('+').map(|rest| rest.split_once(' ')) {
        Some(Some((code, rest))) => format!("(+{code}) {rest}"),
        Some(None) => shown.to_owned(),
        None => text,
    }
}

/// A future that reads rows of a table.
pub type RowsFuture = Pin<Box<dyn Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_are_texts_for_a_spreadsheet() {
        let text = |shown: &str| TableCell::Phone(shown.to_owned()).text();
        assert_eq!(text("09011115555"), "090-1111-5555");
        assert_eq!(text("0312345678"), "03-1234-5678");
        assert_eq!(text("+1 4155550100"), "(+1) 415-555-0100");
        assert_eq!(text(""), "");
    }

    #[test]
    fn instants_have_no_offset() {
        let at = "2026-11-28T12:06:47".parse().map(TableCell::Instant);
        assert_eq!(at.map(|cell| cell.text()).as_deref(), Ok("2026-11-28 12:06"));
    }
}
