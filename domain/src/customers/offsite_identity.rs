//! The rule which bookings of another service have the same guest (gaps G230): pure.

use unicode_normalization::UnicodeNormalization;

use crate::ids::CustomerId;
use crate::names::is_invisible;
use crate::phone::PhoneNumber;

/// The guest's data from the other service.
#[derive(Clone, Copy, Debug)]
pub struct OffsiteGuest<'a> {
    pub name: &'a str,
    pub phone: Option<&'a PhoneNumber>,
    pub email: Option<&'a str>,
}

/// A name with the number and address of one booking, or of a record of the customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownGuest {
    pub customer: CustomerId,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// Returns the customer who is this guest: one with the same name and number, otherwise one with the same name and address. Several
/// guests may have the number or the address of an agency, so neither is enough without the name. Two different numbers are two guests,
/// even with one address.
pub(super) fn find_same(known: &[KnownGuest], guest: &OffsiteGuest<'_>) -> Option<CustomerId> {
    let named: Vec<_> = known.iter().filter(|each| is_same_name(&each.name, guest.name)).collect();
    let number = guest.phone.map(|phone| phone.e164.as_str());
    let has_number = |each: &&&KnownGuest| number.is_some() && each.phone.as_deref() == number;
    let has_address = |each: &&&KnownGuest| {
        let is_equal =
            each.email.as_deref().zip(guest.email).is_some_and(|(own, theirs)| own.eq_ignore_ascii_case(theirs));
        let contradicts = each.phone.as_deref().zip(number).is_some_and(|(own, theirs)| own != theirs);
        is_equal && !contradicts
    };
    named.iter().find(has_number).or_else(|| named.iter().find(has_address)).map(|each| each.customer)
}

/// Whether two spellings are one name: width, case, spaces and dots do not matter. A blank name is the name of no guest.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    let one = key(one);
    !one.is_empty() && one == key(other)
}

fn key(name: &str) -> String {
    let letters = name.nfkc().filter(|c| !is_invisible(*c) && !matches!(c, '.' | ',' | '・'));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(customer: i64, name: &str, phone: Option<&str>, email: Option<&str>) -> KnownGuest {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        KnownGuest { customer: CustomerId(customer), name: name.to_owned(), phone: owned(phone), email: owned(email) }
    }

    fn found(known: &[KnownGuest], name: &str, phone: Option<&str>, email: Option<&str>) -> Option<i64> {
        let phone = phone.map(|e164| PhoneNumber::from_e164(e164).expect("a number"));
        find_same(known, &OffsiteGuest { name, phone: phone.as_ref(), email }).map(|id| id.0)
    }

    const NUMBER: Option<&str> = Some("+819012345678");
    const OTHER: Option<&str> = Some("+818012345678");
    const AGENCY: Option<&str> = Some("concierge@hotel.example");

    #[test]
    fn shared_contact_is_not_one_guest() {
        let agency = [known(1, "Jane Smith", NUMBER, AGENCY)];
        assert_eq!(found(&agency, "Jane Smith", NUMBER, AGENCY), Some(1));
        assert_eq!(found(&agency, "John Doe", NUMBER, AGENCY), None);
        assert_eq!(found(&agency, "John Doe", None, AGENCY), None);
        assert_eq!(found(&agency, "Jane Smith", None, None), None, "a name alone");
        assert_eq!(found(&[known(1, "", NUMBER, AGENCY)], "", NUMBER, AGENCY), None, "no name");
    }

    #[test]
    fn name_with_number_or_address_is_one_guest() {
        let guests = [known(1, "Jane Smith", None, AGENCY), known(2, "Jane Smith", NUMBER, None)];
        assert_eq!(found(&guests, "Jane Smith", NUMBER, AGENCY), Some(2), "the number first");
        assert_eq!(found(&guests, "Jane Smith", OTHER, Some("Concierge@Hotel.example")), Some(1));
    }

    #[test]
    fn different_numbers_are_different_guests_of_one_address() {
        assert_eq!(found(&[known(1, "Tanaka", OTHER, AGENCY)], "Tanaka", NUMBER, AGENCY), None);
        assert_eq!(found(&[known(1, "Tanaka", OTHER, AGENCY)], "Tanaka", None, AGENCY), Some(1));
    }

    #[test]
    fn spellings_of_one_name_are_equal() {
        for spelling in ["J. Smith", "j smith", "ＪＳｍｉｔｈ", " J\u{200b}　SMITH"] {
            assert!(is_same_name("J.Smith", spelling), "{spelling}");
        }
        assert!(is_same_name("ヤマダ・タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"));
        assert!(!is_same_name("山田太郎", "山田次郎"));
    }
}
