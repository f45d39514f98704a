//! Rows and cells of exported tables, independent of the file format.

use std::pin::Pin;

use chrono::NaiveDate;

/// Number of records that are read and written at a time. It bounds the memory that a table needs, whatever its length.
pub const BATCH: usize = 1_000;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    Text(String),
    Number(i64),
    Decimal(f64),
    Day(NaiveDate),
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
            Self::Nothing => String::new(),
        }
    }
}

/// A future that reads rows of a table.
pub type RowsFuture = Pin<Box<dyn Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send>>;
