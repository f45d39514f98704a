//! The possible meanings of a text in the console's search. A text can have several: eight letters are a booking code, and part of a slug.

use unicode_normalization::UnicodeNormalization;

use crate::names;
use crate::names::codes;
use crate::support::SearchTerm;

/// Maximum number of characters of a search text.
pub const MAX_LENGTH: usize = 100;
/// Length of a booking code.
const CODE_LENGTH: usize = 8;
/// Length of a uid; longer ones occur in tests and imports.
const UID_LENGTHS: std::ops::RangeInclusive<usize> = 22..=64;
/// Fewer digits are no complete number. Only complete numbers are searched, so that no one browses by a beginning.
const MIN_PHONE_DIGITS: usize = 8;
/// More digits are no id.
const MAX_ID_DIGITS: usize = 9;

/// Personal data: neither printed nor logged.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct FindTerms {
    /// A booking code, in upper case.
    pub code: Option<String>,
    /// A uid of a booking, a charge or an account.
    pub uid: Option<String>,
    /// The card provider's id of a payment, charge, refund, dispute or customer.
    pub provider_id: Option<String>,
    pub charge_id: Option<i64>,
    pub reservation_id: Option<i64>,
    pub restaurant_id: Option<i64>,
    /// The possible numbers in E.164.
    pub phones: Vec<String>,
    /// A complete email address.
    pub email: Option<String>,
    /// Words of a restaurant's name, a part of its slug, or a guest's name.
    pub words: Option<String>,
}

impl FindTerms {
    /// Parses a search text; nothing matches a blank one.
    pub fn parse(typed: &str) -> Self {
        let text: String = typed.nfkc().collect::<String>().trim().to_owned();
        if text.is_empty() || text.chars().count() > MAX_LENGTH {
            return Self::default();
        }
        if text.contains('@') {
            let email = names::normalize_email_part(typed).and_then(|part| names::email_to_look_up(&part));
            return Self { email, ..Self::default() };
        }
        if let Some(named) = record_id(&text) {
            return named;
        }
        if let Some(SearchTerm::Number(phones)) = SearchTerm::parse(&text) {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            let code = booking_code(&text);
            let phones = if digits < MIN_PHONE_DIGITS { Vec::new() } else { phones };
            return Self { code, phones, ..Self::default() };
        }
        let uid = is_uid(&text).then(|| text.clone());
        if is_provider_id(&text) {
            // A uid can look like an id of the provider.
            return Self { uid, provider_id: Some(text), ..Self::default() };
        }
        let words = (is_searchable(&text) && (uid.is_none() || is_slug(&text))).then(|| text.clone());
        Self { code: booking_code(&text), uid, words, ..Self::default() }
    }

    /// Returns a number that names no kind of record.
    pub fn number(&self) -> Option<i64> {
        self.charge_id.filter(|_| self.reservation_id.is_some())
    }

    /// Returns the text if it can be a name of a person: it has no digit.
    pub fn name(&self) -> Option<&str> {
        let has_digit = |text: &str| text.chars().any(|c| c.is_ascii_digit());
        self.words.as_deref().filter(|words| !has_digit(words) && words.chars().any(char::is_alphabetic))
    }

    /// Returns the kind of personal data that is searched for, for the audit event, if any.
    pub const fn personal(&self) -> Option<&'static str> {
        match (self.email.is_some(), self.phones.is_empty()) {
            (true, _) => Some("mail"),
            (false, false) => Some("number"),
            (false, true) => None,
        }
    }
}

/// Returns the booking code of a text in any case, with spaces or hyphens.
fn booking_code(text: &str) -> Option<String> {
    let code = codes::read_ungrouped(text);
    (code.len() == CODE_LENGTH && code.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(code)
}

fn is_uid(text: &str) -> bool {
    UID_LENGTHS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}

/// Whether a uid can be a long slug instead.
fn is_slug(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Whether a text is an id of the card provider: a short prefix, as `pi_3Nx`.
fn is_provider_id(text: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('_') else { return false };
    (2..=4).contains(&prefix.len())
        && prefix.bytes().all(|b| b.is_ascii_lowercase())
        && !rest.is_empty()
        && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Returns the record that a number names, with or without its kind, as commands print it: `charge 36`, `reservation 12`, `36`. A number
/// alone can be a restaurant's name, too.
fn record_id(text: &str) -> Option<FindTerms> {
    let (kind, digits) = text.rsplit_once(' ').map_or(("", text), |(kind, digits)| (kind.trim(), digits));
    if digits.len() > MAX_ID_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let id = digits.parse().ok()?;
    let (charge, reservation, restaurant) = match kind.to_lowercase().as_str() {
        "charge" | "決済" => (true, false, false),
        "reservation" | "予約" => (false, true, false),
        "restaurant" | "店舗" => (false, false, true),
        // Eight digits and more are a booking code or a phone number.
        "" if digits.len() < CODE_LENGTH => (true, true, true),
        _ => return None,
    };
    Some(FindTerms {
        charge_id: charge.then_some(id),
        reservation_id: reservation.then_some(id),
        restaurant_id: restaurant.then_some(id),
        words: (kind.is_empty() && is_searchable(digits)).then(|| digits.to_owned()),
        ..FindTerms::default()
    })
}

/// Whether a text narrows the restaurants: two characters, or one beyond ASCII.
fn is_searchable(text: &str) -> bool {
    !text.is_ascii() || text.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booking_code_is_read_in_any_notation() {
        for typed in [
            "DDFP3KDN",
            "ddfp3kdn",
            " ddfp 3kdn ",
            "DDFP-3KDN",
            "ＤＤＦＰ３ＫＤＮ",
            "ｄｄｆｐ－３ｋｄｎ",
            "DDFPー3KDN",
            "ＤＤＦＰ―３ＫＤＮ",
        ] {
            assert_eq!(FindTerms::parse(typed).code.as_deref(), Some("DDFP3KDN"), "{typed}");
        }
        for typed in ["DDFP3KD", "DDFP3KDNX", "DDFP_3KDN"] {
            assert_eq!(FindTerms::parse(typed).code, None, "{typed}");
        }
        assert_eq!(FindTerms::parse("23456789").code.as_deref(), Some("23456789"));
    }

    #[test]
    fn only_complete_numbers_and_addresses_are_searched() {
        for typed in ["09012345678", "090-1234-5678", "０９０ー１２３４ー５６７８", "090―1234―5678", "+81 90-1234-5678"]
        {
            let terms = FindTerms::parse(typed);
            assert!(terms.phones.contains(&"+819012345678".to_owned()), "{typed}");
            assert_eq!((terms.personal(), terms.words), (Some("number"), None), "{typed}");
        }
        assert!(FindTerms::parse("090-123").phones.is_empty());
        let terms = FindTerms::parse("Hanako＠seki.test");
        assert_eq!((terms.email.as_deref(), terms.personal()), (Some("hanako@seki.test"), Some("mail")));
        assert_eq!(FindTerms::parse("hanako@").email, None);
        assert_eq!(FindTerms::parse("\u{212a}im@seki.test").email, None, "a look-alike is not an address");
    }

    #[test]
    fn ids_name_their_records() {
        let terms = FindTerms::parse("pi_3NxAbC");
        assert_eq!((terms.provider_id.as_deref(), terms.words), (Some("pi_3NxAbC"), None));
        let looks_like_an_id = "ab_3fghijklmnopqrstuvw";
        let terms = FindTerms::parse(looks_like_an_id);
        assert_eq!(
            (terms.uid.as_deref(), terms.provider_id.as_deref()),
            (Some(looks_like_an_id), Some(looks_like_an_id))
        );
        assert_eq!((FindTerms::parse("36").number(), FindTerms::parse("charge 36").number()), (Some(36), None));
        let uid = "aB3-_fghijklmnopqrstuv";
        let terms = FindTerms::parse(uid);
        assert_eq!((terms.uid.as_deref(), terms.words), (Some(uid), None));
        let terms = FindTerms::parse("charge 36");
        assert_eq!((terms.charge_id, terms.reservation_id, terms.restaurant_id), (Some(36), None, None));
        assert_eq!(FindTerms::parse("予約　12").reservation_id, Some(12));
        let terms = FindTerms::parse("36");
        assert_eq!((terms.charge_id, terms.reservation_id, terms.restaurant_id), (Some(36), Some(36), Some(36)));
        assert_eq!(terms.words.as_deref(), Some("36"), "a restaurant can have a number as its name");
        assert_eq!((FindTerms::parse("8").words, FindTerms::parse("charge 36").words), (None, None));
    }

    #[test]
    fn texts_without_digits_can_be_names() {
        for typed in ["山田 太郎", "林", "O'Brien", "DDFPKKDN"] {
            assert_eq!(FindTerms::parse(typed).name(), Some(typed), "{typed}");
        }
        for typed in ["DDFP3KDN", "36", "山田2", "hanako@seki.test", "090-1234-5678", "--"] {
            assert_eq!(FindTerms::parse(typed).name(), None, "{typed}");
        }
    }

    #[test]
    fn other_texts_are_words_of_restaurants() {
        for typed in ["鮨 かぐら", "鮨", "sushi-kagura", "Sushi Kagura", "a-restaurant-with-a-long-slug"] {
            assert_eq!(FindTerms::parse(typed).words.as_deref(), Some(typed), "{typed}");
        }
        for typed in ["", "　", "a", &"鮨".repeat(101)] {
            assert!(FindTerms::parse(typed) == FindTerms::default(), "{typed}");
        }
    }
}
