//! Phone numbers as people enter them, as we store and compare them, and as phones dial them (R-008 to R-011, G045, G047).

use std::sync::LazyLock;

use phonenumber::country::Id;
use phonenumber::metadata::{DATABASE, Descriptor};
use phonenumber::{Metadata, Mode, ParseError, Type};
use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::i18n::Locale;

/// Browser and server check a number against this pattern, after removing non-digits: 8 to 15 digits after an optional 0, which does not
/// count.
pub const PATTERN: &str = "^0?[1-9][0-9]{7,14}$";

/// A selectable country: `US` and `1`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct Country {
    pub code: String,
    pub dial_code: String,
}

/// Returns all countries, Japan first, the others by code.
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

/// A number that can be called: its country, its stored local digits (without the prefix that is dialled within a country only, such as
/// Japan's leading 0), and E.164, by which numbers are compared.
#[derive(Clone, PartialEq, Eq)]
pub struct PhoneNumber {
    pub country: String,
    pub local: String,
    pub e164: String,
}

/// Numbers are personal data: they are compared and stored, but not printed.
impl std::fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PhoneNumber({})", self.country)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("not a country")]
    Country,
    #[error("not a phone number of that country")]
    Number,
    /// A call or a message to it costs more than usual.
    #[error("a number of a paid service")]
    PaidService,
}

impl NumberError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Country => "phone_country_invalid",
            Self::Number => "phone_number_invalid",
            Self::PaidService => "phone_number_paid_service",
        }
    }

    /// Returns the invalid field of a form.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Country => "phone_country",
            Self::Number | Self::PaidService => "phone_local_number",
        }
    }
}

impl PhoneNumber {
    /// Parses an entered number, with full-width digits, spaces, hyphens or a leading `+81`. All spellings of a number are stored the same
    /// way.
    ///
    /// # Errors
    /// `Number` if no phone of this country can have it, including another country's numbers.
    pub fn parse(country: &str, typed: &str) -> Result<Self, NumberError> {
        let country = country.trim().to_ascii_uppercase();
        let id: Id = country.parse().map_err(|_| NumberError::Country)?;
        let meta = DATABASE.by_id(&country).ok_or(NumberError::Country)?;
        let digits = national_digits(typed, meta.country_code());
        if !has_pattern(&digits) {
            return Err(NumberError::Number);
        }
        let parsed = phonenumber::parse(Some(id), &digits).map_err(|_: ParseError| NumberError::Number)?;
        let local = parsed.national().to_string();
        if parsed.country().code() != meta.country_code() {
            return Err(NumberError::Number);
        }
        match kind(meta, &local) {
            None => Err(NumberError::Number),
            Some(Type::PremiumRate | Type::SharedCost) => Err(NumberError::PaidService),
            Some(_) => Ok(Self { country, local, e164: parsed.format().mode(Mode::E164).to_string() }),
        }
    }

    /// Parses E.164; None if no phone can have this number.
    pub fn from_e164(e164: &str) -> Option<Self> {
        let parsed = phonenumber::parse(None, e164).ok()?;
        Self::parse(parsed.country().id()?.as_ref(), e164).ok()
    }

    /// Returns the prefix of its block of ten thousand numbers: blocks are sold, and abused, as a whole.
    pub fn prefix(&self) -> &str {
        &self.e164[..self.e164.len().saturating_sub(4)]
    }

    /// Formats it for people; a Japanese number with its leading 0.
    pub fn display(&self) -> String {
        display(&self.country, &self.local)
    }

    /// Reports whether text messages reach it: only mobile numbers, and numbers of countries that do not distinguish them from landlines.
    pub fn can_receive_texts(&self) -> bool {
        let mobile = DATABASE.by_id(&self.country).and_then(|meta| meta.descriptors().get(Type::Mobile));
        mobile.is_some_and(|numbers| is_whole_match(numbers, &self.local))
    }

    pub fn is_jp(&self) -> bool {
        self.country == "JP"
    }
}

/// Formats a number for dialling from a country: `050-1234-5678` from the same one, `+81 50-1234-5678` from another one.
pub fn format_for_dialling(e164: &str, from: &str) -> String {
    let Ok(number) = phonenumber::parse(None, e164) else { return e164.to_owned() };
    let is_home = dial_code(from).is_some_and(|code| code == number.country().code());
    let mode = if is_home { Mode::National } else { Mode::International };
    number.format().mode(mode).to_string()
}

/// Formats a restaurant's number for its reader: as entered in Japanese, with Japan's code in English. A text that is not only a number
/// remains as entered.
pub fn format_for_locale(locale: Locale, typed: &str) -> String {
    let folded: String = typed.nfkc().collect();
    let is_number = folded.chars().all(|letter| letter.is_ascii_digit() || "+-() ".contains(letter));
    if locale == Locale::Ja || !is_number {
        return typed.to_owned();
    }
    match phonenumber::parse(Some(Id::JP), &folded) {
        Ok(number) => number.format().mode(Mode::International).to_string(),
        Err(_) => typed.to_owned(),
    }
}

/// Formats stored digits: `090…` in Japan, `+1 415…` elsewhere.
pub fn display(country: &str, local: &str) -> String {
    match (country, dial_code(country)) {
        ("JP", _) => format!("0{local}"),
        (_, Some(code)) => format!("+{code} {local}"),
        _ => local.to_owned(),
    }
}

/// Whether the digits match `PATTERN`, in this language.
fn has_pattern(digits: &str) -> bool {
    let significant = digits.strip_prefix('0').unwrap_or(digits);
    (8..=15).contains(&significant.len()) && !significant.starts_with('0')
}

/// Returns the kind of the national digits in a country; None if it has no such number. Kinds that cost more take precedence over others
/// with the same digits.
fn kind(meta: &Metadata, national: &str) -> Option<Type> {
    const KINDS: [Type; 10] = [
        Type::PremiumRate,
        Type::SharedCost,
        Type::TollFree,
        Type::Voip,
        Type::PersonalNumber,
        Type::Pager,
        Type::Uan,
        Type::Voicemail,
        Type::FixedLine,
        Type::Mobile,
    ];
    let is = |kind: &Type| meta.descriptors().get(*kind).is_some_and(|numbers| is_whole_match(numbers, national));
    KINDS.into_iter().find(is)
}

/// Whether all digits match. The library itself checks only a prefix of them.
fn is_whole_match(numbers: &Descriptor, national: &str) -> bool {
    let pattern = numbers.national_number();
    numbers.is_match(national)
        && pattern.find(national).is_some_and(|found| {
            // The first of several alternatives may match a shorter prefix: then the others are tried to the end.
            let whole =
                || Regex::new(&format!("^(?x:{})$", pattern.as_str())).is_ok_and(|whole| whole.is_match(national));
            found.end() == national.len() || whole()
        })
}

fn dial_code(country: &str) -> Option<u16> {
    DATABASE.by_id(country).map(phonenumber::Metadata::country_code)
}

/// Returns the digits of an entered text, including full-width ones.
pub fn digits(typed: &str) -> String {
    typed.nfkc().filter(char::is_ascii_digit).collect()
}

/// Returns the digits without the country's code after a `+`.
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
    fn spellings_of_a_number_are_equal() {
        for (country, typed, local, e164) in [
            ("US", "12025549255", "2025549255", "+12025549255"),
            ("US", "2025549255", "2025549255", "+12025549255"),
            ("GB", "07911 273527", "7911273527", "+447911273527"),
            ("GB", "7911273527", "7911273527", "+447911273527"),
            ("IT", "06 1234 5678", "0612345678", "+390612345678"),
            ("KR", "+82 10-1234-5678", "1012345678", "+821012345678"),
        ] {
            let number = PhoneNumber::parse(country, typed).unwrap();
            assert_eq!((number.local.as_str(), number.e164.as_str()), (local, e164), "{country} {typed}");
        }
    }

    #[test]
    fn a_number_belongs_to_its_own_country_only() {
        for (country, typed) in [
            ("US", "011819027352717"),
            ("GB", "00819027352717"),
            ("US", "819027352717"),
            ("CA", "2025549255"),
            ("PR", "2025549255"),
            ("JP", "+1 202 554 9255"),
            ("JP", "00819027352717"),
        ] {
            assert_eq!(PhoneNumber::parse(country, typed), Err(NumberError::Number), "{country} {typed}");
        }
        for (country, typed) in [("GG", "07781 123456"), ("CA", "4165550123"), ("PR", "7875550123")] {
            assert!(PhoneNumber::parse(country, typed).is_ok(), "{country} {typed}");
        }
    }

    #[test]
    fn premium_rate_numbers_are_rejected() {
        for (country, typed) in [("JP", "0990123456"), ("US", "9005551234"), ("GB", "0843 123 4567")] {
            assert_eq!(PhoneNumber::parse(country, typed), Err(NumberError::PaidService), "{country} {typed}");
        }
    }

    #[test]
    fn landlines_and_services_receive_no_texts() {
        let can = |country, typed| PhoneNumber::parse(country, typed).unwrap().can_receive_texts();
        for (country, typed) in [
            ("JP", "09012345678"),
            ("JP", "08012345678"),
            ("JP", "07012345678"),
            ("US", "2025549255"),
            ("GB", "07911 273527"),
            ("KR", "01012345678"),
        ] {
            assert!(can(country, typed), "{country} {typed}");
        }
        for (country, typed) in [
            ("JP", "0312345678"),
            ("JP", "0120123456"),
            ("JP", "0800 123 4567"),
            ("JP", "05012345678"),
            ("US", "8002345678"),
            ("GB", "020 7946 0000"),
            ("FR", "0142685300"),
        ] {
            assert!(!can(country, typed), "{country} {typed}");
        }
    }

    #[test]
    fn ten_thousand_numbers_have_one_prefix() {
        assert_eq!(PhoneNumber::parse("JP", "09012345678").unwrap().prefix(), "+81901234");
    }

    /// `packages/shared/src/phone/phone.test.ts` tests the same cases with the pattern.
    #[test]
    fn eight_to_fifteen_digits_after_an_optional_zero() {
        for good in ["12345678", "012345678", "123456789012345", "0123456789012345"] {
            assert!(has_pattern(good), "{good}");
        }
        for bad in ["", "0", "1234567", "01234567", "0012345678", "1234567890123456", "01234567890123456"] {
            assert!(!has_pattern(bad), "{bad}");
        }
    }

    #[test]
    fn numbers_of_other_countries_are_shown_with_their_country() {
        let number = PhoneNumber::parse("US", "(415) 555-2671").unwrap();
        assert_eq!((number.local.as_str(), number.e164.as_str()), ("4155552671", "+14155552671"));
        assert_eq!(number.display(), "+1 4155552671");
        assert_eq!(PhoneNumber::parse("GB", "07911 273527").unwrap().display(), "+44 7911273527");
    }

    #[test]
    fn undialable_numbers_are_rejected() {
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
    fn number_to_dial_has_notation_of_its_country() {
        assert_eq!(format_for_dialling("+815012345678", "JP"), "050-1234-5678");
        assert_eq!(format_for_dialling("+815012345678", "US"), "+81 50-1234-5678");
        assert_eq!(format_for_dialling("+12025550123", "JP"), "+1 202-555-0123");
        assert_eq!(format_for_dialling("a number of ours", "JP"), "a number of ours");
    }

    #[test]
    fn a_restaurants_number_has_its_country_in_english() {
        for (typed, expected) in [
            ("03-5555-0101", "+81 3-5555-0101"),
            ("075-555-0202", "+81 75-555-0202"),
            ("０３－５５５５－０１０１", "+81 3-5555-0101"),
            ("03(5555)0101", "+81 3-5555-0101"),
            ("+81 3-5555-0101", "+81 3-5555-0101"),
            ("03-5555-0101 (after 17:00)", "03-5555-0101 (after 17:00)"),
            ("", ""),
        ] {
            assert_eq!(format_for_locale(Locale::En, typed), expected, "{typed}");
            assert_eq!(format_for_locale(Locale::Ja, typed), typed);
        }
    }

    #[test]
    fn phone_number_debug_is_redacted() {
        assert!(!format!("{:?}", PhoneNumber::parse("JP", "09012345678").unwrap()).contains("9012345678"));
    }
}
