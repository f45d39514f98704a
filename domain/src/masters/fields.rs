//! Checks of what a form says, all of them before any refuses.

use chrono::NaiveTime;

use super::error::MasterError;
use crate::entitlements::tickets::stored_code;
use crate::names;

/// Characters of a name, of a line and of a longer text.
pub const NAME: usize = 100;
pub const MAX_LINE_LENGTH: usize = 300;
pub const MAX_TEXT_LENGTH: usize = 4000;

/// What is wrong so far.
#[derive(Debug, Default)]
pub struct FieldChecks(Vec<(&'static str, &'static str)>);

impl FieldChecks {
    pub fn refuse(&mut self, field: &'static str, code: &'static str) {
        self.0.push((field, code));
    }

    pub fn must(&mut self, field: &'static str, is_sound: bool, code: &'static str) {
        if !is_sound {
            self.refuse(field, code);
        }
    }

    /// A text of one line that must say something.
    pub fn name(&mut self, field: &'static str, text: &mut String) {
        match names::name(text, NAME) {
            Ok(name) => *text = name,
            Err(error) => self.refuse(field, error.code()),
        }
    }

    /// The same where it may be left out; a blank one is.
    pub fn name_if_any(&mut self, field: &'static str, text: &mut Option<String>) {
        *text = text.take().filter(|text| !text.trim().is_empty());
        if let Some(text) = text {
            self.name(field, text);
        }
    }

    /// A text of one line that may be blank.
    pub fn single_line(&mut self, field: &'static str, text: &mut String) {
        match names::name(text, MAX_LINE_LENGTH) {
            Ok(line) => *text = line,
            Err(names::NameError::Blank) => text.clear(),
            Err(error) => self.refuse(field, error.code()),
        }
    }

    /// A text of several lines that may be blank.
    pub fn text(&mut self, field: &'static str, text: &mut String) {
        *text = text.trim().replace("\r\n", "\n");
        self.must(field, text.chars().count() <= MAX_TEXT_LENGTH, names::too_long(MAX_TEXT_LENGTH));
        self.must(field, text.chars().all(|c| !c.is_control() || c == '\n'), "invalid_characters");
    }

    pub fn within(&mut self, field: &'static str, number: i32, bounds: std::ops::RangeInclusive<i32>) {
        self.must(field, bounds.contains(&number), "master_out_of_range");
    }

    /// A code, which is put into the form in which it is stored.
    pub fn code(&mut self, field: &'static str, code: &mut String) {
        match stored_code(code) {
            Some(stored) => *code = stored,
            None => self.refuse(field, "ticket_code_invalid"),
        }
    }

    /// `HH:mm`; midnight where it is none.
    pub fn time(&mut self, field: &'static str, text: &str) -> NaiveTime {
        let time = time_of(text);
        self.must(field, time.is_some(), "invalid");
        time.unwrap_or_default()
    }

    pub fn end(self) -> Result<(), MasterError> {
        if self.0.is_empty() { Ok(()) } else { Err(MasterError::Invalid(self.0)) }
    }
}

/// The time that `HH:mm` stands for.
pub fn time_of(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok()
}
