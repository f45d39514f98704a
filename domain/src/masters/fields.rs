//! Validation of a form: collects all errors before it is rejected.

use chrono::NaiveTime;

use super::error::MasterError;
use crate::entitlements::tickets::stored_code;
use crate::names;

/// Maximum lengths in characters of a name, a single line and a longer text.
pub const NAME: usize = 100;
pub const MAX_LINE_LENGTH: usize = 300;
pub const MAX_TEXT_LENGTH: usize = 4000;

/// Errors found until now.
#[derive(Debug, Default)]
pub struct FieldChecks(Vec<(&'static str, &'static str)>);

impl FieldChecks {
    pub fn reject(&mut self, field: &'static str, code: &'static str) {
        self.0.push((field, code));
    }

    pub fn require(&mut self, field: &'static str, is_valid: bool, code: &'static str) {
        if !is_valid {
            self.reject(field, code);
        }
    }

    /// Checks a required text of one line.
    pub fn name(&mut self, field: &'static str, text: &mut String) {
        match names::name(text, NAME) {
            Ok(name) => *text = name,
            Err(error) => self.reject(field, error.code()),
        }
    }

    /// Checks an optional text of one line; a blank one becomes None.
    pub fn optional_name(&mut self, field: &'static str, text: &mut Option<String>) {
        *text = text.take().filter(|text| !text.trim().is_empty());
        if let Some(text) = text {
            self.name(field, text);
        }
    }

    /// Checks a text of one line that may be blank.
    pub fn single_line(&mut self, field: &'static str, text: &mut String) {
        match names::name(text, MAX_LINE_LENGTH) {
            Ok(line) => *text = line,
            Err(names::NameError::Blank) => text.clear(),
            Err(error) => self.reject(field, error.code()),
        }
    }

    /// Checks a text of several lines that may be blank.
    pub fn text(&mut self, field: &'static str, text: &mut String) {
        *text = text.trim().replace("\r\n", "\n");
        self.require(field, text.chars().count() <= MAX_TEXT_LENGTH, names::too_long(MAX_TEXT_LENGTH));
        self.require(field, text.chars().all(|c| !c.is_control() || c == '\n'), "invalid_characters");
    }

    pub fn within(&mut self, field: &'static str, number: i32, bounds: std::ops::RangeInclusive<i32>) {
        self.require(field, bounds.contains(&number), "master_out_of_range");
    }

    /// Checks a code and converts it to its stored form.
    pub fn code(&mut self, field: &'static str, code: &mut String) {
        match stored_code(code) {
            Some(stored) => *code = stored,
            None => self.reject(field, "ticket_code_invalid"),
        }
    }

    /// Parses `HH:mm`; midnight if it is invalid.
    pub fn time(&mut self, field: &'static str, text: &str) -> NaiveTime {
        let time = time_of(text);
        self.require(field, time.is_some(), "master_time_invalid");
        time.unwrap_or_default()
    }

    pub fn end(self) -> Result<(), MasterError> {
        if self.0.is_empty() { Ok(()) } else { Err(MasterError::Invalid(self.0)) }
    }
}

/// Returns the time of `HH:mm`.
pub fn time_of(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok()
}
