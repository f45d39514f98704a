//! Telephone numbers as people type them, and as machines dial them (R-008 to R-011, G045, G047).

use std::sync::LazyLock;

use phonenumber::country::Id;
use phonenumber::metadata::DATABASE;
use phonenumber::{Mode, ParseError};
use unicode_normalization::UnicodeNormalization;

/// What the browser checks a number against, once its non-digits are gone: 8 to 15 digits after an optional 0.
pub const PATTERN: &str = "^0?[0-9]{8,15}$";

/// A country one may choose: `US` and `1`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Country {
    pub code: String,
    pub dial_code: String,
}

/// All countries, Japan first, the others by code.
pub fn countries() -> &'static [Country] {
    static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
        let mut all: Vec<Country> = DATABASE
            .iter()
            .filter(|meta| meta.id().len() == 2 && meta.id().bytes().all(|b| b.is_ascii_uppercase()))
            .map(|meta| Country { code: meta.id().to_owned(), dial_code: meta.country_code().to_string() })
            .collect();
        all.sort_by(|a, b| (a.code != "JP", &a.code).cmp(&(b.code != "JP", &b.code)));
        all
    });
    &COUNTRIES
}

/// A number that can be called: its country, its local digits as we store them (Japan: without the leading 0), and E.164.
#[derive(Clone, PartialEq, Eq)]
pub struct PhoneNumber {
    pub country: String,
    pub local: String,
    pub e164: String,
}

/// Numbers are personal: they are compared and stored, not printed.
impl std::fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PhoneNumber({})", self.country)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("not a country")]
    Country,
    #[error("not a telephone number of that country")]
    Number,
}

impl NumberError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Country => "phone_country_invalid",
            Self::Number => "phone_number_invalid",
        }
    }
}

impl PhoneNumber {
    /// From what somebody typed: full-width digits, spaces, hyphens and a leading `+81` are all fine.
    pub fn parse(country: &str, typed: &str) -> Result<Self, NumberError> {
        let country = country.trim().to_ascii_uppercase();
        let id: Id = country.parse().map_err(|_| NumberError::Country)?;
        let dial_code = dial_code(&country).ok_or(NumberError::Country)?;
        let digits = national_digits(typed, dial_code);
        let significant = digits.strip_prefix('0').unwrap_or(&digits);
        if !(8..=15).contains(&significant.len()) {
            return Err(NumberError::Number);
        }
        let parsed = phonenumber::parse(Some(id), &digits).map_err(|_: ParseError| NumberError::Number)?;
        let local = if country == "JP" { significant.to_owned() } else { digits };
        Ok(Self { country, local, e164: parsed.format().mode(Mode::E164).to_string() })
    }

    /// As it is shown to people: Japan's with its leading 0.
    pub fn display(&self) -> String {
        display(&self.country, &self.local)
    }

    pub fn is_jp(&self) -> bool {
        self.country == "JP"
    }
}

/// A number to be dialled from a telephone of this country: `050-1234-5678` within its own, `+81 50-1234-5678` from elsewhere.
pub fn to_dial(e164: &str, from: &str) -> String {
    let Ok(number) = phonenumber::parse(None, e164) else { return e164.to_owned() };
    let is_home = dial_code(from).is_some_and(|code| code == number.country().code());
    let mode = if is_home { Mode::National } else { Mode::International };
    number.format().mode(mode).to_string()
}

/// How stored digits are shown: `090…` in Japan, `+1 415…` elsewhere.
pub fn display(country: &str, local: &str) -> String {
    match (country, dial_code(country)) {
        ("JP", _) => format!("0{local}"),
        (_, Some(code)) => format!("+{code} {local}"),
        _ => local.to_owned(),
    }
}

fn dial_code(country: &str) -> Option<u16> {
    DATABASE.by_id(country).map(phonenumber::Metadata::country_code)
}

/// The digits of what somebody typed, full-width ones too.
pub fn digits(typed: &str) -> String {
    typed.nfkc().filter(char::is_ascii_digit).collect()
}

/// The digits without the country's own code after a `+`.
fn national_digits(typed: &str, dial_code: u16) -> String {
    let digits = digits(typed);
    if !typed.trim_start().starts_with(['+', '＋']) {
        return digits;
    }
    digits.strip_prefix(&dial_code.to_string()).map(str::to_owned).unwrap_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_japanese_number_is_stored_without_its_zero_and_shown_with_it() {
        for typed in ["０９０１２３４５６７８", "090-1234-5678", "9012345678", "+81 90 1234 5678", "090 ー 1234−5678"]
        {
            let number = PhoneNumber::parse("jp", typed).unwrap();
            assert_eq!((number.local.as_str(), number.e164.as_str()), ("9012345678", "+819012345678"), "{typed}");
            assert_eq!(number.display(), "09012345678");
        }
    }

    #[test]
    fn numbers_of_other_countries_are_kept_as_typed() {
        let number = PhoneNumber::parse("US", "(415) 555-2671").unwrap();
        assert_eq!((number.local.as_str(), number.e164.as_str()), ("4155552671", "+14155552671"));
        assert_eq!(number.display(), "+1 4155552671");
        assert_eq!(PhoneNumber::parse("GB", "07911 123456").unwrap().e164, "+447911123456");
    }

    #[test]
    fn what_cannot_be_called_is_refused() {
        for typed in ["", "0", "1234567", "01234567", "abc", "12345678901234567"] {
            assert_eq!(PhoneNumber::parse("JP", typed), Err(NumberError::Number), "{typed}");
        }
        for country in ["", "XX", "JPN", "日本"] {
            assert_eq!(PhoneNumber::parse(country, "9012345678"), Err(NumberError::Country), "{country}");
        }
    }

    #[test]
    fn japan_comes_first_among_the_countries() {
        assert_eq!(countries()[0], Country { code: "JP".into(), dial_code: "81".into() });
        assert!(countries().len() > 200);
        assert!(countries().iter().any(|c| c.code == "SG" && c.dial_code == "65"));
    }

    #[test]
    fn a_number_to_dial_is_written_as_people_of_the_country_write_it() {
        assert_eq!(to_dial("+815012345678", "JP"), "050-1234-5678");
        assert_eq!(to_dial("+815012345678", "US"), "+81 50-1234-5678");
        assert_eq!(to_dial("+12025550123", "JP"), "+1 202-555-0123");
        assert_eq!(to_dial("a number of ours", "JP"), "a number of ours");
    }

    #[test]
    fn a_number_does_not_print_itself() {
        assert!(!format!("{:?}", PhoneNumber::parse("JP", "09012345678").unwrap()).contains("9012345678"));
    }
}
