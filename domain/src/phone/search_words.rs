//! Phone numbers in a search text: every spelling finds the stored digits. `packages/shared/src/phone/search-number.ts` has the same rule,
//! and both are tested with `fixtures/phone-searches.json`.

use unicode_normalization::UnicodeNormalization;

use super::digits;
use super::number::PhoneNumber;

/// Returns the number that a text consists of, in any spelling: the digits, or the number within its country after a country code. None for
/// other texts.
pub fn number_of(typed: &str) -> Option<String> {
    let text = plain(typed);
    let (is_abroad, number) = match text.trim().strip_prefix('+') {
        Some(number) => (true, number),
        None => (false, text.trim()),
    };
    let is_number = number.chars().all(|c| is_separator(c) || c.is_ascii_digit() || c.is_whitespace());
    let digits = digits(number);
    match (is_number && !digits.is_empty(), is_abroad) {
        (true, true) => Some(national(&digits)),
        (true, false) => Some(digits),
        (false, _) => None,
    }
}

/// Splits a search text into words, in order. A number becomes its digits. A number with a country code is one word, including its spaces,
/// and becomes the number within that country.
pub fn search_words(typed: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut abroad = String::new();
    let end = |abroad: &mut String, words: &mut Vec<String>| {
        if !abroad.is_empty() {
            words.push(national(&digits(&std::mem::take(abroad))));
        }
    };
    for word in typed.split_whitespace() {
        let number = plain(word);
        let begins = number.strip_prefix('+').is_some_and(is_part);
        if begins || (!abroad.is_empty() && is_part(&number)) {
            if begins {
                end(&mut abroad, &mut words);
            }
            abroad.push_str(&number);
            continue;
        }
        end(&mut abroad, &mut words);
        // A number with dots alone may be a date or a price.
        let is_number = number.chars().all(|c| c.is_ascii_digit() || is_separator(c) && c != '.');
        let word = if is_number { digits(&number) } else { word.to_owned() };
        words.extend(Some(word).filter(|word| !word.is_empty()));
    }
    end(&mut abroad, &mut words);
    words
}

/// Returns the compatibility form, with hyphens for the characters that keyboards give in their place: dashes, minus signs and the long
/// vowel mark.
fn plain(typed: &str) -> String {
    let hyphen =
        |c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2500}' | '\u{2501}' | 'ー') { '-' } else { c };
    typed.nfkc().map(hyphen).collect()
}

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | '(' | ')' | '.')
}

fn is_part(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || is_separator(c))
}

/// Returns the digits within the country; for an incomplete number, the digits after Japan's code.
fn national(digits: &str) -> String {
    match PhoneNumber::from_e164(&format!("+{digits}")) {
        Some(number) => number.local,
        None => digits.strip_prefix("81").unwrap_or(digits).trim_start_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_with_country_code_becomes_national_number() {
        for (typed, found) in [
            ("+81 90 1234 5678", vec!["9012345678"]),
            ("伊藤 +81-90-1234-5678 様", vec!["伊藤", "9012345678", "様"]),
            ("+81(0)90-1234-5678", vec!["9012345678"]),
            ("+1 202-554-9255", vec!["2025549255"]),
            ("+81 90 12", vec!["9012"]),
            ("+8190 +1 202 554 9255", vec!["90", "2025549255"]),
            ("090-1234 5678", vec!["0901234", "5678"]),
            ("(090)1234-5678", vec!["09012345678"]),
            ("12.24 ー - サーロイン", vec!["12.24", "サーロイン"]),
            ("+ 12 a+b - +x", vec!["+", "12", "a+b", "+x"]),
        ] {
            assert_eq!(search_words(typed), found, "{typed}");
        }
    }

    /// The cases of the front ends: a text, and the number without its leading 0.
    #[test]
    fn every_spelling_of_a_number_is_searched_by_its_digits() {
        let cases: Vec<(String, Option<String>)> =
            serde_json::from_str(include_str!("../../../fixtures/phone-searches.json")).unwrap();
        assert!(cases.len() > 15);
        let bare = |number: &str| number.strip_prefix('0').unwrap_or(number).to_owned();
        for (typed, number) in cases {
            assert_eq!(number_of(&typed).as_deref().map(bare), number, "{typed}");
            let words = search_words(&typed);
            if let Some(number) = number {
                assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())), "{typed}: {words:?}");
                assert_eq!(bare(&words.concat()), number, "{typed}");
            }
        }
    }
}
