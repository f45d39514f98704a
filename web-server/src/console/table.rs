//! What tables to take along are made of, whatever kind of file they become.

use std::pin::Pin;

use chrono::NaiveDate;

/// Records that are read and written at a time: a table of any length takes the memory of so many.
pub const BATCH: usize = 1_000;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    Text(String),
    Number(i64),
    Decimal(f64),
    Day(NaiveDate),
    Nothing,
}

impl TableCell {
    /// The same as CSV has it.
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

/// Lines of a table that are about to be read.
pub type RowsFuture = Pin<Box<dyn Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send>>;
