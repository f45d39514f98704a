//! Phone numbers in a search text: every spelling finds the stored digits.

use super::digits;
use super::number::PhoneNumber;

/// Splits a search text into words, in order. A number becomes its digits. A number with a country code is one word, including its spaces,
/// and becomes the number within that country.
pub fn search_words(typed: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut abroad = String::new();
    let end = |abroad: &mut String, words: &mut Vec<String>| {
        if !abroad.is_empty() {
            words.push(national(&std::mem::take(abroad)));
        }
    };
    for word in typed.split_whitespace() {
        let begins = word.starts_with('+') && is_part(&word[1..]);
        if begins || (!abroad.is_empty() && is_part(word)) {
            if begins {
                end(&mut abroad, &mut words);
            }
            abroad.push_str(word);
            continue;
        }
        end(&mut abroad, &mut words);
        let is_number = word.chars().all(|c| c.is_ascii_digit() || c == '-');
        let word = if is_number { word.replace('-', "") } else { word.to_owned() };
        words.extend(Some(word).filter(|word| !word.is_empty()));
    }
    end(&mut abroad, &mut words);
    words
}

fn is_part(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '(' | ')' | '.'))
}

/// Returns the digits within the country; for an incomplete number, the digits after Japan's code.
fn national(abroad: &str) -> String {
    match PhoneNumber::from_e164(&format!("+{}", digits(abroad))) {
        Some(number) => number.local,
        None => {
            let digits = digits(abroad);
            digits.strip_prefix("81").unwrap_or(&digits).trim_start_matches('0').to_owned()
        }
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
            ("+ 12 a+b - +x", vec!["+", "12", "a+b", "+x"]),
        ] {
            assert_eq!(search_words(typed), found, "{typed}");
        }
    }
}
