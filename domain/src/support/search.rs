//! An admin's search for an account: a phone number in any notation, an email address, or a name.

use unicode_normalization::UnicodeNormalization;

use crate::names::folding::{HYPHENS, fold};
use crate::names::{normalize_email_part, prefixes};
use crate::phone::{PhoneNumber, countries};

/// Fewer digits do not identify a number.
const MIN_DIGITS: usize = 6;

/// Personal data: neither printed nor logged.
#[derive(Clone, PartialEq, Eq)]
pub enum SearchTerm {
    /// The possible numbers in E.164: in Japan, or in any country in which these are local digits.
    Number(Vec<String>),
    /// The beginning of an address, in ASCII lower case.
    Mail(String),
    /// In compatibility form.
    Name(String),
}

/// A term as a query compares it: only one of the fields is set.
#[derive(Default)]
pub struct TermPatterns {
    /// Numbers in E.164.
    pub numbers: Vec<String>,
    /// A pattern of ILIKE.
    pub mail: Option<String>,
    /// A `tsquery` of the beginnings of names.
    pub name: Option<String>,
}

impl SearchTerm {
    pub fn patterns(self) -> TermPatterns {
        match self {
            Self::Number(numbers) => TermPatterns { numbers, ..TermPatterns::default() },
            Self::Mail(mail) => {
                TermPatterns { mail: Some(format!("{}%", escape_like(&mail))), ..TermPatterns::default() }
            }
            Self::Name(name) => TermPatterns { name: prefixes::tsquery(&name), ..TermPatterns::default() },
        }
    }

    /// Parses a search text; None if it is blank.
    pub fn parse(typed: &str) -> Option<Self> {
        let text: String = typed.nfkc().collect::<String>().trim().to_owned();
        if text.is_empty() {
            return None;
        }
        if let Some(mail) = normalize_email_part(typed).filter(|mail| mail.contains('@')) {
            return Some(Self::Mail(mail));
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let is_between = |c: char| c.is_whitespace() || "+().".contains(c) || HYPHENS.contains(c);
        let is_number = text.chars().all(|c| c.is_ascii_digit() || is_between(c));
        if is_number && digits.len() >= MIN_DIGITS {
            return Some(Self::Number(meant(&text, &digits)));
        }
        (!fold(&text).is_empty()).then_some(Self::Name(text))
    }

    /// Returns the kind of the search for the audit event.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::Mail(_) => "mail",
            Self::Name(_) => "name",
        }
    }
}

/// Escapes a text for a pattern.
fn escape_like(text: &str) -> String {
    text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

fn meant(text: &str, digits: &str) -> Vec<String> {
    let mut numbers = vec![format!("+{digits}")];
    if !text.starts_with('+') {
        numbers.extend(PhoneNumber::parse("JP", text).ok().map(|number| number.e164));
        let local = digits.strip_prefix('0').unwrap_or(digits);
        numbers.extend(countries().iter().map(|country| format!("+{}{local}", country.dial_code)));
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(typed: &str, e164: &str) -> bool {
        matches!(SearchTerm::parse(typed), Some(SearchTerm::Number(numbers)) if numbers.iter().any(|number| number == e164))
    }

    #[test]
    fn a_number_is_found_in_any_notation() {
        for typed in [
            "09012345678",
            "090-1234-5678",
            "０９０ー１２３４ー５６７８",
            "０９０―１２３４―５６７８",
            "090—1234—5678",
            "+81 90-1234-5678",
            "819012345678",
            "(090) 1234 5678",
        ] {
            assert!(has(typed, "+819012345678"), "{typed}");
        }
        assert!(has("415 555 2671", "+14155552671"));
        assert!(!has("+1 415 555 2671", "+814155552671"), "a number with its country is of that country alone");
    }

    #[test]
    fn text_with_at_sign_is_address_otherwise_name() {
        assert!(SearchTerm::parse("  　").is_none());
        assert!(
            matches!(SearchTerm::parse("Hanako＠seki.test"), Some(SearchTerm::Mail(mail)) if mail == "hanako@seki.test")
        );
        assert!(
            matches!(SearchTerm::parse("k\u{130}m@seki.test"), Some(SearchTerm::Name(_))),
            "a look-alike is not an address"
        );
        assert!(matches!(SearchTerm::parse("山田　花子"), Some(SearchTerm::Name(name)) if name == "山田 花子"));
        assert!(matches!(SearchTerm::parse("1234"), Some(SearchTerm::Name(_))));
    }
}
