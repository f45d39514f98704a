//! Normalises staff's search texts for customers (owner §5, gaps G155, G294).

use chrono::NaiveDate;
use unicode_normalization::UnicodeNormalization;

use super::cards::CardFilter;
use crate::names::folding::{pattern, patterns};
use crate::names::normalize_email_part;
use crate::phone::{self, search_words::number_of};

/// Maximum number of results.
pub const MAX_HITS: i64 = 20;
/// Minimum number of digits to search for a number.
pub const MIN_DIGITS: usize = 5;

/// Minimum number of digits to search for a part of a number: the last four are what guests name.
pub const MIN_PART_DIGITS: usize = 4;

/// The search modes of the dialog and of the quick search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMode {
    Name,
    Tel,
    /// Digits anywhere in a number.
    NumberPart,
    Email,
    /// Customers with a reservation today, by name.
    VisitorName,
}

impl SearchMode {
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "name" => Some(Self::Name),
            "tel" => Some(Self::Tel),
            "number_part" => Some(Self::NumberPart),
            "email" => Some(Self::Email),
            "visitorName" => Some(Self::VisitorName),
            _ => None,
        }
    }

    /// Returns the filter of a search text, or `None` if the text is too short or not of this mode, for example no number for `Tel`.
    pub fn filter(self, typed: &str, today: NaiveDate) -> Option<CardFilter> {
        match self {
            Self::Name => pattern(typed).map(|name| CardFilter { name: Some(name), ..CardFilter::default() }),
            Self::VisitorName => {
                Some(CardFilter { visits_on: Some(today), name: pattern(typed), ..CardFilter::default() })
            }
            Self::Tel => {
                let number = number_of(typed).filter(|_| phone::digits(typed).len() >= MIN_DIGITS)?;
                let tel = Some(strip_leading_zero(&number));
                // A number with a country code may have fewer digits without it.
                let tel_end = Some(number).filter(|number| number.len() >= MIN_DIGITS);
                Some(CardFilter { tel, tel_end, ..CardFilter::default() })
            }
            Self::NumberPart => {
                let number = number_of(typed).filter(|number| number.len() >= MIN_PART_DIGITS)?;
                Some(CardFilter { number_part: Some(number), ..CardFilter::default() })
            }
            Self::Email => normalize_email_part(typed)
                .map(|prefix| CardFilter { email_prefix: Some(prefix), ..CardFilter::default() }),
        }
    }
}

/// Normalises a text: compatibility form, lower case, trimmed.
fn normalize(typed: &str) -> String {
    typed.nfkc().collect::<String>().trim().to_lowercase()
}

/// Returns the patterns of the terms in the list's keyword field. Numbers are compared by their digits.
pub fn keywords(typed: &str) -> Vec<String> {
    patterns(&phone::search_words::search_words(&normalize(typed)))
}

/// Removes one leading 0, as numbers are compared without it.
pub fn strip_leading_zero(digits: &str) -> String {
    digits.strip_prefix('0').unwrap_or(digits).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(way: SearchMode, typed: &str) -> Option<CardFilter> {
        way.filter(typed, NaiveDate::default())
    }

    #[test]
    fn phone_search_needs_five_digits() {
        for typed in ["0901", "09 01", "", "伊藤", "0901a2"] {
            assert!(filter(SearchMode::Tel, typed).is_none(), "{typed}");
        }
        for typed in ["09012", "０９０-12", "０９０ー12", "(090)12", "+81 90 12"] {
            assert_eq!(filter(SearchMode::Tel, typed).and_then(|f| f.tel).as_deref(), Some("9012"), "{typed}");
        }
    }

    #[test]
    fn part_of_a_number_needs_four_digits() {
        for typed in ["010", "1 0 2", "", "伊藤", "0102a"] {
            assert!(filter(SearchMode::NumberPart, typed).is_none(), "{typed}");
        }
        for typed in ["0102", "０１０２", "01-02"] {
            assert_eq!(filter(SearchMode::NumberPart, typed).and_then(|f| f.number_part).as_deref(), Some("0102"));
        }
        assert_eq!(filter(SearchMode::Tel, "00102").and_then(|f| f.tel_end).as_deref(), Some("00102"));
    }

    #[test]
    fn names_are_compared_in_both_scripts() {
        let found = filter(SearchMode::Name, " やまだ ").unwrap_or_default();
        assert_eq!(found.name, filter(SearchMode::Name, "ヤマダ").unwrap_or_default().name);
        assert!(found.name.is_some());
        assert!(filter(SearchMode::Name, "　").is_none());
        assert!(filter(SearchMode::VisitorName, "").is_some_and(|f| f.visits_on.is_some() && f.name.is_none()));
    }

    #[test]
    fn address_prefixes_are_ascii() {
        let prefix = |typed: &str| filter(SearchMode::Email, typed).and_then(|f| f.email_prefix);
        assert_eq!(prefix(" Ｉto@SE ").as_deref(), Some("ito@se"));
        for typed in ["", "　", "伊藤", "\u{130}to@se", "\u{212a}ato@se"] {
            assert_eq!(prefix(typed), None, "{typed}");
        }
    }

    #[test]
    fn keywords_are_words_and_numbers() {
        assert_eq!(keywords("ＩＴＯ　090-1234 A-1"), patterns(&["ito", "0901234", "a-1"].map(str::to_owned)));
        assert!(keywords("  ").is_empty());
    }
}
